import { z } from 'zod'
import { id } from './fields.ts'
import { onTheWire } from './on-the-wire.ts'
import { isPlainText, plainTextPattern } from './typed-text.ts'

/** What the queries of all lists share (console.md §2): page, page size, search, order. */

export const pageSizes = [5, 10, 20, 50] as const
export const defaultPageSize = 10
export const searchMaxLength = 100

/** A whole number in a query: it arrives as text, while clients may pass a number. */
const wholeNumber = z.union(
  [
    z.int(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ],
  'Use um número inteiro.',
)

const page = wholeNumber
  .pipe(z.int().min(1).max(1_000_000))
  .default(1)
  .register(onTheWire, { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 })
const take = wholeNumber
  .pipe(z.literal(pageSizes, 'Escolha 5, 10, 20 ou 50 por página.'))
  .default(defaultPageSize)
  .register(onTheWire, { type: 'integer', enum: pageSizes, default: defaultPageSize })
const search = z
  .string()
  .trim()
  .max(searchMaxLength, `Use no máximo ${searchMaxLength} caracteres.`)
  .refine((text) => isPlainText(text), 'Use apenas texto simples.')
  .register(onTheWire, { type: 'string', maxLength: searchMaxLength, pattern: plainTextPattern() })
  .optional()
  .transform((text) => text || undefined)

/** An identifier by which a query filters, `service_id` for instance. */
export const idInQuery = wholeNumber
  .pipe(id)
  .register(onTheWire, { type: 'integer', minimum: 1, maximum: 2_147_483_647 })

/** The query of a list; `sorts` are the columns that can order it, the first of them by default. */
export function listQuery<const S extends readonly [string, ...string[]]>(sorts: S) {
  return z.strictObject({
    page,
    take,
    search,
    sort: z.enum(sorts).default(sorts[0] as z.core.util.NoUndefined<S[number]>),
    order: z.enum(['asc', 'desc']).default('asc'),
    /** Limits the list to active (1) or inactive (0) rows; a select that offers records asks for 1. */
    status: z.enum(['1', '0']).transform(Number).optional(),
  })
}

export const pagination = z.object({
  totalRecords: z.int(),
  totalPage: z.int(),
  page: z.int(),
  take: z.int(),
})

/** One page of a list. */
export function pageOf<R extends z.ZodType>(row: R) {
  return z.object({ rows: z.array(row), pagination })
}

/** A checked list query, whatever its columns. */
export interface ListQuery<S extends string = string> {
  page: number
  take: number
  search: string | undefined
  sort: S
  order: 'asc' | 'desc'
  status?: number | undefined
}

/** What every list answers, of whichever rows. */
export interface ListPage {
  rows: { id: number | string }[]
  pagination: z.output<typeof pagination>
}

/** The endpoint of a list. */
export interface ListEndpoint {
  query: z.ZodType<ListQuery>
  success: z.ZodType<ListPage>
}

/** A row of a list. */
export type RowOf<List extends ListEndpoint> = z.output<List['success']>['rows'][number]

/** The columns that a list may be ordered by. */
export type SortOf<List extends ListEndpoint> = z.output<List['query']>['sort']
