import { z } from 'zod'
import { id } from '../../contract/fields.ts'
import { filtersOf, type ListQuery } from '../../contract/list.ts'

/** An optional search parameter; a value that is not allowed counts as absent. */
export const orAbsent = <T>(field: z.ZodType<T>) =>
  z.undefined().or(field).catch(undefined).optional()

/** An identifier in an address, such as `?serviceId=3`; 0 where the value can't be an identifier. */
export const idInSearch = z.coerce.number<string | number>().pipe(id).catch(0).optional()

/** What the query schema of a list says of the parameters that all of them share; see `listQuery` of the contract. */
export interface ListQuerySchema<Sort extends string> {
  shape: {
    [Key in 'page' | 'take' | 'search' | 'order']: z.ZodType<ListQuery<Sort>[Key]>
  } & { sort: z.ZodOptional<z.ZodType<Sort> & { options: readonly Sort[] }> }
}

/** In the address of a filter that begins with a value: everything, not what it begins with. */
export const everything = 'all'

type FilterValue = string | number | undefined
const filterValue = z.union([z.string(), z.number(), z.undefined()])

/** The filters that the contract declares for a list, each with the value that stands in the address. */
type FilterSearch<Query extends { shape: object }> = {
  [Name in Exclude<keyof Query['shape'], keyof ListQuery>]: z.ZodOptional<z.ZodType<FilterValue>>
}

/** The search parameters of a list's address; an absent one has the default of the contract (console.md §2). */
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
  // The names come from the contract as data; the type says that they are those of the query.
  return fields as FilterSearch<Query>
}
