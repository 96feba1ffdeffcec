import { z } from 'zod'
import { onTheWire } from './on-the-wire.ts'
import { normaliseText } from './text-folding.ts'

/** Characters that are refused: control and format characters (zero-width, bidi) and those that no font shows. */
const notPlain = /[\p{C}\p{Default_Ignorable_Code_Point}]/u

/** Whether a text holds nothing but visible characters and spaces; `lines` allows line breaks too. */
export function isPlainText(text: string, lines = false): boolean {
  return !notPlain.test(lines ? text.replaceAll('\n', '') : text)
}

/**
 * Regular expression (ECMA-262, flag `u`) of the typed texts that are taken, for the OpenAPI document: plain text and
 * what `normaliseText` removes from it. Line breaks around a text of one line, which it trims, are not in the pattern.
 */
export function plainTextPattern(lines = false): string {
  const taken = String.raw`\P{C}|\p{Default_Ignorable_Code_Point}|\t`
  return lines ? String.raw`^(?:${taken}|[\r\n])*$` : `^(?:${taken})*$`
}

interface TextRules {
  max: number
  /** What the person reads where nothing was typed. */
  required: string
  lines?: boolean
}

/** A required text that a person types (console.md §5): the same rule on screen and server. */
export function typedText({ max, required, lines = false }: TextRules) {
  return z
    .string(required)
    .overwrite(normaliseText)
    .min(1, required)
    .max(max, `Use no máximo ${max} caracteres.`)
    .refine((text) => isPlainText(text, lines), 'Use apenas texto simples.')
    .register(onTheWire, {
      type: 'string',
      minLength: 1,
      maxLength: max,
      pattern: plainTextPattern(lines),
    })
}

/** A text that may be left out: absent, null and blank all become null. */
export function optionalText(max: number) {
  return z
    .string()
    .overwrite(normaliseText)
    .max(max, `Use no máximo ${max} caracteres.`)
    .refine((text) => isPlainText(text), 'Use apenas texto simples.')
    .register(onTheWire, { type: 'string', maxLength: max, pattern: plainTextPattern() })
    .nullish()
    .transform((text) => text || null)
}
