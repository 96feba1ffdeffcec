import { z } from 'zod'
import { openApiSchemas } from './on-the-wire.ts'
import { passwordMaxLength } from './password-policy.ts'

const tooLong = `Use no máximo ${passwordMaxLength} caracteres.`
/**
 * Maximum characters of the typed form per character of its NFC form: the longest canonical decompositions have four.
 */
const longestDecomposition = 4

/**
 * A password as typed, not normalised: older hashes were made from the typed form (decision 57). Its length is that of
 * the NFC form.
 */
export function typedPassword(required?: string) {
  return z
    .string(required)
    .min(1, required)
    .max(longestDecomposition * passwordMaxLength, { error: tooLong, abort: true })
    .refine((password) => password.normalize('NFC').length <= passwordMaxLength, tooLong)
    .register(openApiSchemas, { type: 'string', minLength: 1, maxLength: passwordMaxLength })
}
