import { z } from 'zod'

/** Text that looks like nothing: white space, format characters, and letters that are drawn as a blank. */
const invisible = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** Control and format characters (zero-width, bidi overrides and isolates) and what no font shows. */
const notPlain = /[\p{C}\p{Default_Ignorable_Code_Point}]/u

/** As it is kept: one spelling of each letter (NFKC), without space around it; empty if there is nothing to see. */
export function normaliseText(typed: string): string {
  const text = typed.replace(/\r\n?/g, '\n').normalize('NFKC').trim()
  return text.replace(invisible, '') === '' ? '' : text
}

/** Whether it holds only what a reader sees; `lines` allows line breaks. */
export function isPlainText(text: string, lines = false): boolean {
  return !notPlain.test(lines ? text.replaceAll('\n', '') : text)
}

interface TextRules {
  max: number
  /** The sentence where nothing was typed. */
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
}

/** The same where nothing needs to be typed: absent, null and blank are null. */
export function optionalText(max: number) {
  return z
    .string()
    .overwrite(normaliseText)
    .max(max, `Use no máximo ${max} caracteres.`)
    .refine((text) => isPlainText(text), 'Use apenas texto simples.')
    .nullish()
    .transform((text) => text || null)
}
