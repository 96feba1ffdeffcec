import { z } from 'zod'
import { id } from '../../contract/fields.ts'
import type { ListQuery } from '../../contract/list.ts'

/** An optional search parameter; a value that is not allowed counts as absent. */
const orAbsent = <T>(field: z.ZodType<T>) => z.undefined().or(field).catch(undefined).optional()

/** An identifier in an address, such as `?serviceId=3`; 0 where the value can't be an identifier. */
export const idInSearch = z.coerce.number<string | number>().pipe(id).catch(0).optional()

/** The part of a list's query schema that is kept in the address; see `listQuery` of the contract. */
export interface ListQuerySchema<Sort extends string> {
  shape: { [Key in 'page' | 'take' | 'search' | 'sort' | 'order']: z.ZodType<ListQuery<Sort>[Key]> }
}

/** The search parameters of a list's address; an absent one has the default of the contract (console.md §2). */
export function listSearch<Sort extends string>({ shape }: ListQuerySchema<Sort>) {
  return z.object({
    page: orAbsent(shape.page),
    take: orAbsent(shape.take),
    search: orAbsent(shape.search),
    sort: orAbsent(shape.sort),
    order: orAbsent(shape.order),
  })
}
