import { z } from 'zod'
import { openApiSchemas } from './on-the-wire.ts'
import { normaliseText } from './text-folding.ts'

/**
 * Matches characters that are refused: control and format characters (zero-width, bidi) and characters that no font
 * displays.
 */
const notPlain = /[\p{C}\p{Default_Ignorable_Code_Point}]/u

/** Whether a text contains only visible characters and spaces; `lines` also allows line breaks. */
export function isPlainText(text: string, lines = false): boolean {
  return !notPlain.test(lines ? text.replaceAll('\n', '') : text)
}

/**
 * Returns a regular expression (ECMA-262, flag `u`) of the accepted texts, for the OpenAPI document: plain text, and
 * characters that `normaliseText` removes. Line breaks around a one-line text are also accepted, but the pattern does
 * not include them.
 */
export function plainTextPattern(lines = false): string {
  const accepted = String.raw`\P{C}|\p{Default_Ignorable_Code_Point}|\t`
  return lines ? String.raw`^(?:${accepted}|[\r\n])*$` : `^(?:${accepted})*$`
}

interface TextRules {
  max: number
  /** Message for an empty value. */
  required: string
  lines?: boolean
}

/** A required typed text (console.md §5), for screen and server. */
export function typedText({ max, required, lines = false }: TextRules) {
  return z
    .string(required)
    .overwrite(normaliseText)
    .min(1, required)
    .max(max, `Use no máximo ${max} caracteres.`)
    .refine((text) => isPlainText(text, lines), 'Use apenas texto simples.')
    .register(openApiSchemas, {
      type: 'string',
      minLength: 1,
      maxLength: max,
      pattern: plainTextPattern(lines),
    })
}

/** An optional text: absent, null and blank all become null. */
export function optionalText(max: number) {
  return z
    .string()
    .overwrite(normaliseText)
    .max(max, `Use no máximo ${max} caracteres.`)
    .refine((text) => isPlainText(text), 'Use apenas texto simples.')
    .register(openApiSchemas, { type: 'string', maxLength: max, pattern: plainTextPattern() })
    .nullish()
    .transform((text) => text || null)
}
