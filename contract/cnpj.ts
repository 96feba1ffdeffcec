import { format, isValid } from '@fnando/cnpj'
import { z } from 'zod'
import { openApiSchemas } from './on-the-wire.ts'
import { normaliseText } from './text-folding.ts'
import { withoutZeroDecimals } from './whole-number.ts'

/** Maximum length of a typed CNPJ with its mask, without blanks (console.md §9). */
const cnpjMax = 18

/** Pattern of a CNPJ without its mask. Since July 2026 the first 12 characters may be letters (rulings §6). */
const shape = /^[0-9A-Z]{12}[0-9]{2}$/i
/**
 * Scientific notation, which spreadsheets use for fourteen digits. The last digits are lost, so the CNPJ cannot be
 * recovered.
 */
const scientific = /^\d+(?:[.,]\d+)?E[+-]?\d+$/i
/** Matches a CNPJ whose first 12 characters are the same. Such a CNPJ is never issued. */
const repeated = /^(.)\1{11}/

/** Returns a typed CNPJ normalised and without blanks. The mask characters `./-` stay. */
export const foldCnpj = (typed: string): string =>
  withoutZeroDecimals(normaliseText(typed).replace(/\s/g, ''))

/** Returns the CNPJ as stored (upper case, no mask), or undefined if the text is not a CNPJ. */
export function readCnpj(typed: string): string | undefined {
  const places = foldCnpj(typed).replace(/[./-]/g, '')
  // Check the pattern before `toUpperCase`, which turns look-alikes such as 'ı' into ASCII letters.
  if (!shape.test(places)) return undefined
  const document = places.toUpperCase()
  return !repeated.test(document) && isValid(document, true) ? document : undefined
}

/** Formats a stored CNPJ for display: 00.000.000/0000-00. */
export function maskCnpj(document: string): string {
  return format(document)
}

/** Schema of a required CNPJ, typed or from a file; its output is the stored form. */
export function typedCnpj(required: string) {
  return z
    .string(required)
    .overwrite(foldCnpj)
    .min(1, required)
    .max(cnpjMax, 'CNPJ inválido')
    .transform((typed, context) => {
      const document = readCnpj(typed)
      if (document !== undefined) return document
      const message = scientific.test(typed)
        ? 'A planilha transformou este CNPJ em um número, como 9,8E+13. Formate a coluna como texto e informe-o de novo.'
        : 'CNPJ inválido'
      context.addIssue({ code: 'custom', message, input: typed })
      return z.NEVER
    })
    .register(openApiSchemas, {
      type: 'string',
      minLength: 14,
      maxLength: cnpjMax,
      pattern: String.raw`^[0-9A-Za-z]{2}\.?[0-9A-Za-z]{3}\.?[0-9A-Za-z]{3}\/?[0-9A-Za-z]{4}-?[0-9]{2}$`,
    })
}
