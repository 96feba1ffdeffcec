import { z } from 'zod'
import { openApiSchemas } from './on-the-wire.ts'
import { passwordMaxLength } from './password-policy.ts'

const tooLong = `Use no máximo ${passwordMaxLength} caracteres.`
/** Maximum number of typed characters that NFC combines into one: the longest canonical decomposition has four. */
const longestDecomposition = 4

/**
 * Schema of a typed password. The output is not normalised, because older hashes were made from the typed form
 * (decision 57). The maximum length applies to the NFC form.
 */
export function typedPassword(required?: string) {
  return z
    .string(required)
    .min(1, required)
    .max(longestDecomposition * passwordMaxLength, { error: tooLong, abort: true })
    .refine((password) => password.normalize('NFC').length <= passwordMaxLength, tooLong)
    .register(openApiSchemas, { type: 'string', minLength: 1, maxLength: passwordMaxLength })
}
