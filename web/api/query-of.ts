import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api, Operation } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { call } from './api-client.ts'
import type { CallArguments, PlainOperation } from './api-request.ts'
import { arrivedData } from './started-calls.ts'

/**
 * Query of an operation of the contract, cached by operation and input. If the route has started the call and its
 * response has arrived, the first rendering already shows it.
 */
export function queryOf<O extends PlainOperation>(operation: O, ...input: CallArguments<O>) {
  const queryFn = () => call(operation, ...input)
  // A started call with the same operation has a response of the same type.
  const initialData = () => arrivedData(operation, input) as SuccessOf<Api[O]> | undefined
  return { ...queryOptions({ queryKey: [operation, ...input], queryFn, initialData }), queryFn }
}

/** Filter for the cached queries of an operation with any input, for `invalidateQueries`. */
export const queriesOf = (operation: Operation) => ({ queryKey: [operation] })

interface Page {
  pagination: { page: number; totalPage: number }
}

/** Returns the query of one page. */
type PageQuery<T extends Page> = (page: number) => {
  queryKey: readonly unknown[]
  queryFn: () => Promise<T>
}

/** Query of a list whose pages are appended on demand, for `useInfiniteQuery`. */
export const pagesOf = <T extends Page>(pageQuery: PageQuery<T>) =>
  infiniteQueryOptions({
    queryKey: [...pageQuery(1).queryKey, 'pages'],
    queryFn: ({ pageParam }) => pageQuery(pageParam).queryFn(),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPage } }) =>
      page < totalPage ? page + 1 : undefined,
  })

/** Query of all rows of a short list, read page by page. */
export function allRowsOf<Row>(pageQuery: PageQuery<Page & { rows: Row[] }>) {
  const readFrom = async (page: number): Promise<Row[]> => {
    const { rows, pagination } = await pageQuery(page).queryFn()
    return page < pagination.totalPage ? [...rows, ...(await readFrom(page + 1))] : rows
  }
  return queryOptions({
    queryKey: [...pageQuery(1).queryKey, 'all rows'],
    queryFn: () => readFrom(1),
  })
}
