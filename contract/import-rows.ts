import { z } from 'zod'
import { foldCnpj, readCnpj, typedCnpj } from './cnpj.ts'
import { companyFields } from './companies.ts'
import { personEmail, personName, personPhone, userCode } from './person-fields.ts'
import { seatLimit } from './plans.ts'
import { typedSpid, typedSpids } from './spids.ts'
import { foldMarks, normaliseText } from './text-folding.ts'
import { typedText } from './typed-text.ts'
import { readWholeNumber } from './whole-number.ts'

const required = 'Preencha os campos obrigatórios'

/**
 * A cell that may be blank; blank is as if the column weren't there. A character that no font shows is not blank: a SPID that
 * can't be read would stand for all of them.
 */
function optionalCell<T extends z.ZodType<unknown, string>>(filled: T) {
  return z
    .string()
    .optional()
    .transform((text) => (text && foldMarks(text) !== '' ? text : undefined))
    .pipe(filled.optional())
}

/** A CNPJ of a file; the zeros that it begins with are what a spreadsheet loses first. */
const document = z
  .string(required)
  .overwrite(foldCnpj)
  .refine(
    (text) => !(/^\d{3,13}$/.test(text) && readCnpj(text.padStart(14, '0'))),
    'A planilha tirou os zeros do início deste CNPJ. Formate a coluna como texto e informe-o de novo.',
  )
  .pipe(typedCnpj(required))

/** Several SPIDs in one cell; a file brings no descriptions. */
const spids = z
  .string(required)
  .overwrite(normaliseText)
  .transform((text) =>
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((spid) => ({ spid })),
  )
  .pipe(typedSpids)

/** A number of seats as text: '10', and what a spreadsheet makes of it; never '1e2'. */
const seats = z
  .string(required)
  .overwrite(normaliseText)
  .min(1, required)
  .transform((text, context) => {
    const number = readWholeNumber(text)
    if (typeof number === 'number') return number
    const message =
      number === 'unclear'
        ? `O número “${text}” pode ser lido de duas formas. Escreva-o só com algarismos.`
        : 'Use um número inteiro.'
    context.addIssue({ code: 'custom', message, input: text })
    return z.NEVER
  })
  .pipe(seatLimit)

/** A phone as it is shown or typed: its figures are what counts. What a spreadsheet computed of it is none. */
const phone = z
  .string()
  .overwrite(normaliseText)
  .refine(
    (text) => !/^\d+(?:[.,]\d+)?E\+?\d+$/i.test(text),
    'A planilha transformou este telefone em um número, como 5,5E+12. Formate a coluna como texto e informe-o de novo.',
  )
  .pipe(personPhone)

const name = typedText({ max: 200, required })

/** An e-mail, without the apostrophe that an export puts before one that a spreadsheet would compute: '+ana@…'. */
const email = z
  .string('Preencha o campo e-mail!')
  .transform((text) => foldMarks(text).replace(/^'(?=[+-])/, ''))
  .pipe(personEmail)

/** A row of each kind, as the text of its cells: the rules are those of the forms. */
export const importRowSchemas = {
  companies: z.object({ ...companyFields, document, spids: optionalCell(spids) }),
  'loose-plans': z.object({
    document,
    service: optionalCell(name),
    module: name,
    limit: seats,
  }),
  users: z.object({
    name: optionalCell(personName),
    email,
    phone_number: optionalCell(phone),
    code: userCode,
    document: optionalCell(document),
    spid: optionalCell(typedSpid),
    service: optionalCell(name),
    module: optionalCell(name),
    profile: optionalCell(name),
  }),
}
