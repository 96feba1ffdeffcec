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
 * Optional cell; a blank cell counts as absent. A character that no font shows is not blank: an unreadable SPID would
 * mean all SPIDs.
 */
function optionalCell<T extends z.ZodType<unknown, string>>(filled: T) {
  return z
    .string()
    .optional()
    .transform((text) => (text && foldMarks(text) !== '' ? text : undefined))
    .pipe(filled.optional())
}

/** CNPJ in a file. Spreadsheets often drop its leading zeros. */
const document = z
  .string(required)
  .overwrite(foldCnpj)
  .refine(
    (text) => !(/^\d{3,13}$/.test(text) && readCnpj(text.padStart(14, '0'))),
    'A planilha tirou os zeros do início deste CNPJ. Formate a coluna como texto e informe-o de novo.',
  )
  .pipe(typedCnpj(required))

/** Several SPIDs in one cell; a file has no descriptions. */
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

/** Number of seats as text: '10' and what a spreadsheet makes of it; never '1e2'. */
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

/** Phone number, formatted or not; only its digits count. Scientific notation from a spreadsheet is refused. */
const phone = z
  .string()
  .overwrite(normaliseText)
  .refine(
    (text) => !/^\d+(?:[.,]\d+)?E\+?\d+$/i.test(text),
    'A planilha transformou este telefone em um número, como 5,5E+12. Formate a coluna como texto e informe-o de novo.',
  )
  .pipe(personPhone)

const name = typedText({ max: 200, required })

/** E-mail without the apostrophe that an export adds to prevent a formula: '+ana@…'. */
const email = z
  .string('Preencha o campo e-mail!')
  .transform((text) => foldMarks(text).replace(/^'(?=[+-])/, ''))
  .pipe(personEmail)

/** Schema of a row of each kind, from the text of its cells, with the same rules as the forms. */
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
