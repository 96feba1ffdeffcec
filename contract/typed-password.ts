import { z } from 'zod'
import { onTheWire } from './on-the-wire.ts'
import { passwordMaxLength } from './password-policy.ts'

/**
 * A password as typed, not normalised: older hashes were made from the typed form (decision 57). Its length is that of
 * the NFC form.
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
