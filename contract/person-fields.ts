import { z } from 'zod'
import { openApiSchemas } from './on-the-wire.ts'
import { normaliseText } from './text-folding.ts'
import { emailOf } from './typed-email.ts'
import { typedText } from './typed-text.ts'
import { withoutZeroDecimals } from './whole-number.ts'

/** Fields of a user, with the messages of console.md §5, for screens, server and import. */

export const personNameMax = 200
export const userCodeMax = 30

/**
 * Letters of every language, digits, spaces, apostrophes and hyphens, and full stops at the end of a word ('Jr.').
 * Names appear in mails to people who do not know the sender, so a name must not look like a URL or e-mail address.
 */
const nameLike = /^(?:[\p{L}\p{M}\p{N} '-]|\.(?= |$))+$/u
const nameRequired = 'Preencha o campo nome!'

/** Schema of a name: at least a first name and a surname. */
export const personName = typedText({ max: personNameMax, required: nameRequired })
  .refine((name) => nameLike.test(name), {
    message: 'Use apenas letras, espaços, apóstrofos e hífens no nome.',
    abort: true,
  })
  .refine((name) => name.split(/\s+/).length >= 2, 'Preencha o campo nome completo!')
  .register(openApiSchemas, { type: 'string', minLength: 3, maxLength: personNameMax })

export const personEmail = emailOf({
  required: 'Preencha o campo e-mail!',
  invalid: 'Preencha o campo e-mail com um e-mail válido!',
})

/** Removes the separators that users type between the digits of a telephone number. */
export const foldPhone = (typed: string): string =>
  withoutZeroDecimals(normaliseText(typed)).replace(/[\s+().·-]/g, '')

/**
 * Schema of a phone number: digits with country code. Screens show a '+' before the digits and ignore other typed
 * characters.
 */
export const personPhone = z
  .string('Preencha o campo telefone!')
  .overwrite(foldPhone)
  .min(1, 'Preencha o campo telefone!')
  .regex(/^[0-9]{10,20}$/, 'Preencha o campo telefone com um telefone válido!')
  .register(openApiSchemas, { type: 'string', pattern: '^[0-9]{10,20}$' })

/** Schema of a user code: letters and digits. Absent, null and blank mean that there is none. */
export const userCode = z
  .string()
  .overwrite(normaliseText)
  .max(userCodeMax, `Use no máximo ${userCodeMax} caracteres.`)
  .regex(/^[0-9A-Za-z]*$/, 'Preencha o campo code apenas com caracteres alfanumericos!')
  .register(openApiSchemas, { type: 'string', maxLength: userCodeMax, pattern: '^[0-9A-Za-z]*$' })
  .nullish()
  .transform((code) => code || null)
