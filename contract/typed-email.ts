import { z } from 'zod'
import { emailMax, emailPattern, foldEmail } from './email-shape.ts'
import { openApiSchemas } from './on-the-wire.ts'

interface EmailSentences {
  /** Message for an empty value. */
  required?: string
  /** Message for an invalid e-mail. */
  invalid?: string
}

/**
 * Schema of a typed e-mail; the output is in lower case. Letters are validated before they are lower-cased. Otherwise
 * U+212A (Kelvin sign) would become a plain k, although a look-alike is a different address (rulings §10).
 */
export function emailOf({ required, invalid }: EmailSentences = {}) {
  return z
    .string(required)
    .overwrite(foldEmail)
    .min(1, required)
    .max(emailMax, `Use no máximo ${emailMax} caracteres.`)
    .pipe(z.email({ pattern: emailPattern, error: invalid }).toLowerCase())
    .register(openApiSchemas, { type: 'string', format: 'email', maxLength: emailMax })
}
