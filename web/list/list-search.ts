import { z } from 'zod'
import { id } from '../../contract/fields.ts'
import { once } from '../../contract/once.ts'
import {
  type FilterOf,
  type ListQuery,
  pageInQuery,
  searchInQuery,
  takeInQuery,
  wholeNumber,
} from '../../contract/list.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { Api } from '../../contract/api.ts'
import type { ListOperation, SortIn } from './list-operation.ts'
import { type FilterValues, listParameters } from './list-parameters.ts'

/** An optional search parameter; an invalid value counts as absent. */
export const orAbsent = <T>(field: z.ZodType<T>) =>
  z.undefined().or(field).catch(undefined).optional()

/** An id in a URL, such as `?serviceId=3`; 0 if the value cannot be an id. */
export const idInSearch = z.coerce.number<string | number>().pipe(id).catch(0).optional()

/** The saved view of a list that the user opened (decision 69). */
export const viewInSearch = orAbsent(z.coerce.number<string | number>().pipe(id))

/** The tab of a record in a URL. Without it the address opens the form, as specified. */
export const tabInSearch = <const Tab extends string>(tabs: readonly Tab[]) =>
  orAbsent(z.enum(tabs))

/**
 * Returns a function that reads search parameters by a schema. The schema is created when a URL of the screen is read
 * for the first time, because a page shows few of the screens.
 */
export function searchReader<Schema extends z.ZodObject>(
  create: () => Schema,
): (raw: object) => z.output<Schema> {
  const schema = once(create)
  return (raw) => schema().parse(raw)
}

/**
 * Value in the URL after the user has cleared a filter that has an initial value. Without this value the filter would
 * be set again.
 */
export const everything = 'all'

type FilterValue = string | number | undefined

/** Search parameters of a list URL. An absent parameter has the contract's default (console.md §2). */
export type ListSearch<O extends ListOperation> = {
  [Key in 'page' | 'take' | 'search' | 'order']?: ListQuery[Key] | undefined
} & { sort?: SortIn<O> | undefined; view?: number | undefined } & {
  [Name in FilterOf<QueryOf<Api[O]>>]?: FilterValue
}

/** Returns a function that reads the search parameters of a list, and these ids. */
export function listSearch<O extends ListOperation, Id extends string = never>(
  operation: O,
  ...ids: readonly Id[]
): (raw: object) => ListSearch<O> & { [Name in Id]?: number | undefined } {
  const idFields = Object.fromEntries(ids.map((name) => [name, idInSearch]))
  const read = searchReader(() => createSchema(operation).extend(idFields))
  // The parameters come from the table at run time. The cast restores their names.
  return read as (raw: object) => ListSearch<O> & { [Name in Id]?: number | undefined }
}

const readers = new Map<ListOperation, (raw: object) => object>()

/** Reads the search parameters of a list. */
export function readListSearch<O extends ListOperation>(operation: O, raw: object): ListSearch<O> {
  const read = readers.get(operation) ?? listSearch(operation)
  readers.set(operation, read)
  return read(raw)
}

function createSchema(operation: ListOperation): z.ZodObject {
  const { sorts, filters } = listParameters[operation]
  const fields = Object.entries(filters).map(([name, values]) => [
    name,
    orAbsent(z.literal(everything).or(fieldOf(values))),
  ])
  return z.object({
    page: orAbsent(pageInQuery),
    take: orAbsent(takeInQuery),
    search: orAbsent(searchInQuery),
    sort: orAbsent(z.literal(sorts)),
    order: orAbsent(z.enum(['asc', 'desc'])),
    view: viewInSearch,
    ...Object.fromEntries(fields),
  })
}

function fieldOf(accepted: FilterValues): z.ZodType<string | number> {
  if ('minimum' in accepted)
    return wholeNumber.pipe(z.int().min(accepted.minimum).max(accepted.maximum))
  const listed = z.literal(accepted.values)
  // Numbers are text in a URL.
  return listed.or(wholeNumber.transform((value): string | number => value).pipe(listed))
}
