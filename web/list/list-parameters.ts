import { z } from 'zod'
import { type Api, api, type Operation } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { filtersOf, type ListEndpoint, type ListQuery } from '../../contract/list.ts'
import { openApiSchemas } from '../../contract/on-the-wire.ts'

/** Operations of the contract that return one page of a list. */
export type ListOperation = {
  [O in Operation]: Api[O] extends ListEndpoint ? O : never
}[Operation]

/** The values that a filter accepts: the listed ones, or all whole numbers from `minimum` to `maximum`. */
export type FilterValues =
  | { values: readonly (string | number)[] }
  | { minimum: number; maximum: number }

/** The parameters of a list's query that differ between lists. */
export interface ListParameters {
  /** Columns that can order the list; the first is the default. */
  sorts: readonly string[]
  /** Default direction. */
  order: ListQuery['order']
  filters: Readonly<Record<string, FilterValues>>
}

/** The parameters of a list's query that are read here; see `listQuery` of the contract. */
interface ListQuerySchema {
  shape: { sort: z.ZodOptional<z.ZodEnum>; order: z.ZodType<ListQuery['order']> }
}

/** Whether a query is that of a list. */
const isListQuery = (query: z.ZodObject): query is ListQuerySchema & z.ZodObject =>
  'page' in query.shape && 'search' in query.shape && 'sort' in query.shape

function parametersOf(query: ListQuerySchema): ListParameters {
  const filters = filtersOf(query).map((name): [string, FilterValues] => [
    name,
    valuesOf(Reflect.get(query.shape, name)),
  ])
  return {
    sorts: query.shape.sort.unwrap().options.map(String),
    order: query.shape.order.parse(undefined),
    filters: Object.fromEntries(filters),
  }
}

const described = z.union([
  z.object({ enum: z.array(z.number()) }).transform((schema) => ({ values: schema.enum })),
  z.object({ minimum: z.int(), maximum: z.int() }),
])

/** Returns the values of a filter: those of an enumeration, or those that its OpenAPI schema describes. */
function valuesOf(field: unknown): FilterValues {
  const declared = field instanceof z.ZodOptional ? field.unwrap() : field
  if (declared instanceof z.ZodEnum) return { values: declared.options }
  return described.parse(declared instanceof z.ZodType ? openApiSchemas.get(declared) : undefined)
}

/** Parameters of every list of the contract. The build replaces this table by its value (decision 37). */
// The cast restores the operation names that `Object.fromEntries` loses.
export const listParameters = Object.fromEntries(
  Object.entries<Endpoint>(api).flatMap(([operation, { query }]) =>
    query && isListQuery(query) ? [[operation, parametersOf(query)]] : [],
  ),
) as Record<ListOperation, ListParameters>
