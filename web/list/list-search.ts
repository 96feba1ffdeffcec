import { z } from 'zod'
import { id } from '../../contract/fields.ts'
import type { ListQuery } from '../../contract/list.ts'

/** Something optional in an address: what it isn't allowed to be is as good as absent. */
const orAbsent = <T>(field: z.ZodType<T>) => z.undefined().or(field).catch(undefined).optional()

/** An identifier in an address, such as `?serviceId=3`; 0 where it is none that could be. */
export const idInSearch = z.coerce.number<string | number>().pipe(id).catch(0).optional()

/** The part of a list's query schema that its address carries; see `listQuery` of the contract. */
export interface ListQuerySchema<Sort extends string> {
  shape: { [Key in 'page' | 'take' | 'search' | 'sort' | 'order']: z.ZodType<ListQuery<Sort>[Key]> }
}

/** Where a list stands, in its address; what is absent is as the contract has it by default (console.md §2). */
export function listSearch<Sort extends string>({ shape }: ListQuerySchema<Sort>) {
  return z.object({
    page: orAbsent(shape.page),
    take: orAbsent(shape.take),
    search: orAbsent(shape.search),
    sort: orAbsent(shape.sort),
    order: orAbsent(shape.order),
  })
}
