import type { ListQuery } from '../../contract/list.ts'
import type { CallInput } from '../api/api-request.ts'
import { startCall } from '../api/api-client.ts'
import type { AnyListInput, ListArguments, ListOperation } from './list-operation.ts'
import { listParameters } from './list-parameters.ts'
import { everything, readListSearch } from './list-search.ts'

/**
 * Starts reading the page of a list that the URL describes, as `useList` will read it (decision 73). A filter that the
 * screen does not offer makes the two differ; the list is then read again.
 */
export function startList<O extends ListOperation>(
  operation: O,
  search: object,
  ...input: ListArguments<O>
): Promise<void>
export function startList(
  operation: ListOperation,
  search: object,
  { query, params }: AnyListInput = {},
): Promise<void> {
  const requested = readListSearch(operation, search)
  const filters = Object.keys(listParameters[operation].filters)
    .map((name) => [name, Reflect.get(requested, name) as unknown] as const)
    .filter(([, value]) => value !== undefined && value !== everything)
    .map(([name, value]) => [name, String(value)] as const)
  const conditions = { ...withoutFilters(requested), ...Object.fromEntries(filters), ...query }
  const input: Pick<AnyListInput, 'params' | 'query'> = { params, query: conditions }
  return startCall(operation, input as CallInput<ListOperation>)
}

/**
 * Returns the parameters that all lists have, without the filters of the URL. Filters that the screen does not offer
 * are ignored.
 */
export function withoutFilters(requested: {
  [Key in keyof ListQuery]?: ListQuery[Key] | undefined
}) {
  const { page, take, search, sort, order } = requested
  return { page, take, search, sort, order }
}
