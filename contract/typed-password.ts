import { z } from 'zod'
import { onTheWire } from './on-the-wire.ts'
import { passwordMaxLength } from './password-policy.ts'

/**
 * A password as typed; the server needs that form for hashes from before passwords were normalised (decision 57). Its length
 * counts in NFC.
 */
export function typedPassword(required?: string) {
  return z
    .string(required)
    .min(1, required)
    .refine(
      (password) => password.normalize('NFC').length <= passwordMaxLength,
      `Use no máximo ${passwordMaxLength} caracteres.`,
    )
    .register(onTheWire, { type: 'string', minLength: 1, maxLength: passwordMaxLength })
}
