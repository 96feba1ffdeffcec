import { z } from 'zod'
import { id } from '../../contract/fields.ts'
import { filtersOf, type ListQuery } from '../../contract/list.ts'

/** An optional search parameter; a value that is not allowed counts as absent. */
const orAbsent = <T>(field: z.ZodType<T>) => z.undefined().or(field).catch(undefined).optional()

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

/** The search parameters of a list's address; an absent one has the default of the contract (console.md §2). */
export function listSearch<Sort extends string>(query: ListQuerySchema<Sort>) {
  const { shape } = query
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

/** The filters that the contract declares for a list. */
// No type knows the names of the filters, which differ from list to list.
// oxlint-disable-next-line typescript/no-generated-empty-object-type
function filterSearch(query: { shape: object }): Record<never, z.ZodType> {
  const fields: Record<string, ReturnType<typeof orAbsent<FilterValue>>> = {}
  for (const name of filtersOf(query)) {
    const field: unknown = Reflect.get(query.shape, name)
    if (field instanceof z.ZodType)
      fields[name] = orAbsent(z.literal(everything).or(field).pipe(filterValue))
  }
  return fields
}

type FilterValue = string | number | undefined
const filterValue = z.union([z.string(), z.number(), z.undefined()])
