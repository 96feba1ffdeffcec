import { z } from 'zod'
import { foldEmail } from './email-shape.ts'
import { id } from './fields.ts'
import { openApiSchemas } from './on-the-wire.ts'
import type { Table } from './table.ts'
import { normaliseText } from './text-folding.ts'
import { isPlainText, plainTextPattern } from './typed-text.ts'

/** Query parameters common to all lists (console.md §2): page, page size, search, order. */

export const pageSizes = [5, 10, 20, 50] as const
export const defaultPageSize = 10
export const searchMaxLength = 100

/** Returns a typed or pasted search text, cut to the maximum length. Users may paste longer company names. */
export const searchOf = (typed: string): string => typed.trim().slice(0, searchMaxLength).trim()

/** Schema of an integer in a query: text, or a number from a typed client. */
export const wholeNumber = z.union(
  [
    z.int(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ],
  'Use um número inteiro.',
)

export const pageInQuery = wholeNumber
  .pipe(z.int().min(1).max(1_000_000))
  .default(1)
  .register(openApiSchemas, { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 })
/** Page size of every list (console.md §2). */
export const takeInQuery = wholeNumber
  .pipe(z.literal(pageSizes, 'Escolha 5, 10, 20 ou 50 por página.'))
  .default(defaultPageSize)
  .register(openApiSchemas, { type: 'integer', enum: pageSizes, default: defaultPageSize })

/** Search text; %, _ and quotes are literal. */
export const searchText = z
  .string()
  .overwrite(normaliseText)
  .max(searchMaxLength, `Use no máximo ${searchMaxLength} caracteres.`)
  .refine((text) => isPlainText(text), 'Use apenas texto simples.')
  // E-mails are stored with their domain in ASCII.
  .overwrite((text) => text.split(' ').map(foldEmail).join(' '))
  .register(openApiSchemas, {
    type: 'string',
    maxLength: searchMaxLength,
    pattern: plainTextPattern(),
  })

export const searchInQuery = searchText.optional().transform((text) => text || undefined)

/** Id in a filter, such as `service_id`. */
export const idInQuery = wholeNumber
  .pipe(id)
  .register(openApiSchemas, { type: 'integer', minimum: 1, maximum: 2_147_483_647 })

/** Schema of a profile's creator in a query: the id of a company, or 0 for administrators. */
export const creatorInQuery = wholeNumber
  .pipe(z.int().min(0).max(2_147_483_647))
  .register(openApiSchemas, { type: 'integer', minimum: 0, maximum: 2_147_483_647 })

/** Schema of a yes/no filter: 1 or 0, as text or as a number from a typed client. */
export const flagInQuery = z
  .union([z.literal([1, 0]), z.enum(['1', '0']).transform((text): 0 | 1 => (text === '1' ? 1 : 0))])
  .register(openApiSchemas, { type: 'integer', enum: [1, 0] })

/** Filter of most lists by active (1) or inactive (0) rows. Selects request 1. */
export const statusFilter = { status: flagInQuery.optional() }

/**
 * Search of the palette (decision 76). 1: returns only rows whose name, or the text that the palette shows beside it,
 * contains all words. The best matches come first: whole words of the name, then beginnings of words, then the middle
 * of the name.
 */
const rankedInQuery = z
  .union([z.literal(1), z.literal('1').transform((): 1 => 1)])
  .register(openApiSchemas, { type: 'integer', enum: [1] })

/** Filters of a list, all optional. */
type Filters = Readonly<Record<string, z.ZodOptional>>

interface ListRules<F extends Filters> {
  filters?: F
  /** Direction of the default order. */
  order?: 'asc' | 'desc'
}

/**
 * Returns the query schema of a list. `sorts` are the columns that can order the list; the first is the default. If a
 * search has no sort column, rows whose name contains the whole search text come first. The server applies each of the
 * `filters`; the screen offers them and stores them in its URL.
 */
// Without filters the type is an empty object.
// oxlint-disable-next-line typescript/no-generated-empty-object-type
export function listQuery<const S extends string, F extends Filters = Record<never, never>>(
  sorts: readonly [S, ...S[]],
  { filters, order = 'asc' }: ListRules<F> = {},
) {
  return z
    .strictObject({
      page: pageInQuery,
      take: takeInQuery,
      search: searchInQuery,
      sort: z
        .enum(sorts)
        .register(openApiSchemas, { type: 'string', enum: sorts, default: sorts[0] })
        .optional(),
      order: z.enum(['asc', 'desc']).default(order),
      ranked: rankedInQuery.optional(),
    })
    .extend(filters ?? ({} as F))
}

/** Parameters of every list query; all others are filters. */
const shared: readonly string[] = ['page', 'take', 'search', 'sort', 'order', 'ranked']

/** Returns the names of the filters that a list declares. */
export function filtersOf({ shape }: { shape: object }): string[] {
  return Object.keys(shape).filter((name) => !shared.includes(name))
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

/** Validated query of any list. */
export interface ListQuery<S extends string = string> {
  page: number
  take: number
  search: string | undefined
  /** Absent if no column was chosen. */
  sort?: S | undefined
  order: 'asc' | 'desc'
  /** 1 for a search of the palette, which returns the best matches first. */
  ranked?: 1 | undefined
}

/** The filters that a list query declares. */
export type FilterOf<Query> = Exclude<keyof Query, keyof ListQuery> & string

/** Response of any list. */
export interface ListPage {
  rows: { id: number | string }[]
  pagination: z.output<typeof pagination>
}

/** Endpoint of a list. */
export interface ListEndpoint {
  query: z.ZodType<ListQuery>
  success: z.ZodType<ListPage>
  table: Table<never>
}

/** A row of a list. */
export type RowOf<List extends ListEndpoint> = z.output<List['success']>['rows'][number]

/** Columns by which a list may be sorted. */
export type SortOf<List extends ListEndpoint> = NonNullable<z.output<List['query']>['sort']>
