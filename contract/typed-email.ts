import { z } from 'zod'
import { emailMax, emailPattern, foldEmail } from './email-shape.ts'
import { onTheWire } from './on-the-wire.ts'

interface EmailSentences {
  /** Where nothing was typed. */
  required?: string
  /** Where it is none. */
  invalid?: string
}

/**
 * An e-mail of a person as typed, in lower case afterwards. Letters are looked at before they are made small: U+212A, the
 * Kelvin sign, would become a plain k, and look-alikes are not the same person (rulings §10).
 */
export function emailOf({ required, invalid }: EmailSentences = {}) {
  return z
    .string(required)
    .overwrite(foldEmail)
    .min(1, required)
    .max(emailMax, `Use no máximo ${emailMax} caracteres.`)
    .pipe(z.email({ pattern: emailPattern, error: invalid }).toLowerCase())
    .register(onTheWire, { type: 'string', format: 'email', maxLength: emailMax })
}
