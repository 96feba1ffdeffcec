import { z } from 'zod'
import { onTheWire } from './on-the-wire.ts'

/** Characters that nobody sees: white space, format characters, and letters that fonts draw as a blank. */
const invisible = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** Characters that are refused: control and format characters (zero-width, bidi) and those that no font shows. */
const notPlain = /[\p{C}\p{Default_Ignorable_Code_Point}]/u

/** Text as it is stored: one spelling of each letter (NFKC), trimmed; empty where nothing in it is visible. */
export function normaliseText(typed: string): string {
  const text = typed.replace(/\r\n?/g, '\n').normalize('NFKC').trim()
  return text.replace(invisible, '') === '' ? '' : text
}

/** Whether a text holds nothing but visible characters and spaces; `lines` allows line breaks too. */
export function isPlainText(text: string, lines = false): boolean {
  return !notPlain.test(lines ? text.replaceAll('\n', '') : text)
}

/**
 * The same rule as a regular expression (ECMA-262 with the flag `u`), for who reads the OpenAPI document. White space
 * around a text, which is cut off before it is looked at, is not in it.
 */
export function plainTextPattern(lines = false): string {
  const plain = String.raw`[^\p{C}\p{Default_Ignorable_Code_Point}]`
  return lines ? String.raw`^(?:${plain}|[\r\n])*$` : `^${plain}*$`
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
