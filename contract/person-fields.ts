import { z } from 'zod'
import { onTheWire } from './on-the-wire.ts'
import { normaliseText } from './text-folding.ts'
import { emailOf } from './typed-email.ts'
import { typedText } from './typed-text.ts'
import { withoutZeroDecimals } from './whole-number.ts'

/** Fields of a person, with the sentences of console.md §5; screens, server and import check them by the same rule. */

export const personNameMax = 200
export const userCodeMax = 30

/**
 * Letters of every language, figures, spaces, apostrophes and hyphens, and points that end a word ('Jr.'): a name goes
 * out by mail to people who don't know the sender, and must not become an address there.
 */
const nameLike = /^(?:[\p{L}\p{M}\p{N} '-]|\.(?= |$))+$/u
const nameRequired = 'Preencha o campo nome!'

/** First name and surname, at least. */
export const personName = typedText({ max: personNameMax, required: nameRequired })
  .refine((name) => nameLike.test(name), {
    message: 'Use apenas letras, espaços, apóstrofos e hífens no nome.',
    abort: true,
  })
  .refine((name) => name.split(/\s+/).length >= 2, 'Preencha o campo nome completo!')
  .register(onTheWire, { type: 'string', minLength: 3, maxLength: personNameMax })

export const personEmail = emailOf({
  required: 'Preencha o campo e-mail!',
  invalid: 'Preencha o campo e-mail com um e-mail válido!',
})

/** Removes the separators that people type between the digits of a telephone. */
export const foldPhone = (typed: string): string =>
  withoutZeroDecimals(normaliseText(typed)).replace(/[\s+().·-]/g, '')

/** Digits alone, with country code; screens show it behind a '+' and drop what is no digit as it is typed. */
export const personPhone = z
  .string('Preencha o campo telefone!')
  .overwrite(foldPhone)
  .min(1, 'Preencha o campo telefone!')
  .regex(/^[0-9]{10,20}$/, 'Preencha o campo telefone com um telefone válido!')
  .register(onTheWire, { type: 'string', pattern: '^[0-9]{10,20}$' })

/** Letters and digits; absent, null and blank are none. */
export const userCode = z
  .string()
  .overwrite(normaliseText)
  .max(userCodeMax, `Use no máximo ${userCodeMax} caracteres.`)
  .regex(/^[0-9A-Za-z]*$/, 'Preencha o campo code apenas com caracteres alfanumericos!')
  .register(onTheWire, { type: 'string', maxLength: userCodeMax, pattern: '^[0-9A-Za-z]*$' })
  .nullish()
  .transform((code) => code || null)
