import { z } from 'zod'
import { id } from '../../contract/fields.ts'
import { filtersOf, type ListQuery } from '../../contract/list.ts'

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

/** The parameters that the query schemas of all lists share; see `listQuery` of the contract. */
export interface ListQuerySchema<Sort extends string> {
  shape: {
    [Key in 'page' | 'take' | 'search' | 'order']: z.ZodType<ListQuery<Sort>[Key]>
  } & { sort: z.ZodOptional<z.ZodType<Sort> & { options: readonly Sort[] }> }
}

/**
 * Value in the URL after the user has cleared a filter that has an initial value. Without this value the filter would
 * be set again.
 */
export const everything = 'all'

type FilterValue = string | number | undefined
const filterValue = z.union([z.string(), z.number(), z.undefined()])

/** The filters that the contract declares for a list, with their URL values. */
type FilterSearch<Query extends { shape: object }> = {
  [Name in Exclude<keyof Query['shape'], keyof ListQuery>]: z.ZodOptional<z.ZodType<FilterValue>>
}

/** Schema of the search parameters of a list URL. An absent parameter has the contract's default (console.md §2). */
export function listSearch<Sort extends string, Query extends ListQuerySchema<Sort>>(
  query: Query & ListQuerySchema<Sort>,
) {
  const shape: ListQuerySchema<Sort>['shape'] = query.shape
  return z
    .object({
      page: orAbsent(shape.page),
      take: orAbsent(shape.take),
      search: orAbsent(shape.search),
      sort: orAbsent(shape.sort),
      order: orAbsent(shape.order),
      view: viewInSearch,
    })
    .extend(filterSearch(query))
}

function filterSearch<Query extends { shape: object }>(query: Query): FilterSearch<Query> {
  const fields: Record<string, z.ZodOptional<z.ZodType<FilterValue>>> = {}
  for (const name of filtersOf(query)) {
    const field: unknown = Reflect.get(query.shape, name)
    if (field instanceof z.ZodType)
      fields[name] = orAbsent(z.literal(everything).or(field).pipe(filterValue))
  }
  // TypeScript cannot infer the names, which come from the contract at run time. The cast restores them.
  return fields as FilterSearch<Query>
}
