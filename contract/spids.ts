import { z } from 'zod'
import { openApiSchemas } from './on-the-wire.ts'
import { normaliseText } from './text-folding.ts'
import { optionalText } from './typed-text.ts'

/** Maximum number of SPIDs of a company, and maximum lengths of a SPID and its description (console.md §9). */
export const spidsMax = 8
export const spidMax = 30
export const spidDescriptionMax = 100

const empty = 'Preencha o campo vazio ou exclua o mesmo'

/** A SPID as typed. */
export const typedSpid = z
  .string(empty)
  .overwrite(normaliseText)
  .min(1, empty)
  .max(spidMax, `Use no máximo ${spidMax} caracteres.`)
  .regex(/^[0-9A-Za-z]*$/, 'Use apenas letras e números.')
  .register(openApiSchemas, {
    type: 'string',
    minLength: 1,
    maxLength: spidMax,
    pattern: '^[0-9A-Za-z]+$',
  })

/** A SPID as typed, with an optional description. */
const typedEntry = z.strictObject({
  spid: typedSpid,
  description: optionalText(spidDescriptionMax).transform((text) => text ?? ''),
})

/** Whether two SPIDs are equal, ignoring case. */
export const sameSpid = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/**
 * Schema of all SPIDs of a company. A save replaces them all (console.md §5). A company may have none (rulings §10).
 */
export const typedSpids = z
  .array(typedEntry)
  .max(spidsMax, 'Número máximo de SPIDs atingido')
  .superRefine((entries, context) => {
    for (const [index, { spid }] of entries.entries())
      if (entries.slice(0, index).some((earlier) => sameSpid(earlier.spid, spid)))
        context.addIssue({
          code: 'custom',
          path: [index, 'spid'],
          message: 'SPID duplicado',
          input: spid,
        })
  })

/** A SPID of a company in responses. */
export const companySpid = z.object({ spid: z.string(), description: z.string() })

export type CompanySpid = z.output<typeof companySpid>

/** Text of a SPID in a choice: '7101 - Telefonia fixa', or '7101' without a description. */
export const spidText = ({ spid, description }: CompanySpid): string =>
  description === '' ? spid : `${spid} - ${description}`
