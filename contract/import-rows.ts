import { z } from 'zod'
import { assignmentPeriod } from './assignment-periods.ts'
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
 * Schema of an optional cell; a blank cell counts as absent. A cell with only undisplayable characters is refused. If
 * it counted as blank, it would mean 'all SPIDs'.
 */
function optionalCell<T extends z.ZodType<unknown, string>>(filled: T) {
  return z
    .string()
    .optional()
    .transform((text) => (text && foldMarks(text) !== '' ? text : undefined))
    .pipe(filled.optional())
}

/**
 * Schema of a CNPJ in a file. A CNPJ whose leading zeros a spreadsheet has dropped is refused with a message of its
 * own.
 */
const document = z
  .string(required)
  .overwrite(foldCnpj)
  .refine(
    (text) => !(/^\d{3,13}$/.test(text) && readCnpj(text.padStart(14, '0'))),
    'A planilha tirou os zeros do início deste CNPJ. Formate a coluna como texto e informe-o de novo.',
  )
  .pipe(typedCnpj(required))

/** Schema of several SPIDs in one cell, without descriptions. */
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

/** Schema of a number of seats as text: '10', or a spreadsheet's form of it such as '10,00'. '1e2' is refused. */
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

/**
 * Schema of a phone number, formatted or not; the output has only digits. Scientific notation from a spreadsheet is
 * refused.
 */
const phone = z
  .string()
  .overwrite(normaliseText)
  .refine(
    (text) => !/^\d+(?:[.,]\d+)?E\+?\d+$/i.test(text),
    'A planilha transformou este telefone em um número, como 5,5E+12. Formate a coluna como texto e informe-o de novo.',
  )
  .pipe(personPhone)

const name = typedText({ max: 200, required })

/**
 * Schema of an e-mail. Removes the apostrophe that an export puts before '+ana@…', so that a spreadsheet does not read
 * a formula.
 */
const email = z
  .string('Preencha o campo e-mail!')
  .transform((text) => foldMarks(text).replace(/^'(?=[+-])/, ''))
  .pipe(personEmail)

/** Schema of a day: DD/MM/YYYY, or YYYY-MM-DD as spreadsheets export it. The output is YYYY-MM-DD. */
const day = z
  .string()
  .overwrite(normaliseText)
  .transform((text, context) => {
    const [, dayOfMonth = '', month = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
    const read = year ? `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}` : text
    if (z.iso.date().safeParse(read).success) return read
    context.addIssue({ code: 'custom', message: 'Informe a data como DD/MM/AAAA.', input: text })
    return z.NEVER
  })

/**
 * Schema of a reason. Removes the apostrophes that an export puts before text that looks like a formula
 * (`server/exports/csv.ts`).
 */
const reason = z
  .string()
  .transform((text) => text.replaceAll(/(?<=^|,)'(?=\s*[=+\-@＝＋－＠])/g, ''))
  .pipe(assignmentPeriod.reason.unwrap())

/** Schemas of a row, by kind of import. The input is the text of the cells; the rules are those of the forms. */
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
    begin_date: optionalCell(day),
    end_date: optionalCell(day),
    reason: optionalCell(reason),
  }),
}
