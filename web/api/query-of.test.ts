import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { allRowsOf, pagesOf, queriesOf, queryOf } from './query-of.ts'

/** Fake server: three pages of one row each. */
const fetchPage = vi.fn((address: string) => {
  const page = Number(new URL(address, 'http://portaria').searchParams.get('page') ?? 1)
  const pagination = { page, take: 1, totalPage: 3, totalRecords: 3 }
  return Promise.resolve(Response.json({ result: { data: { rows: [{ id: page }], pagination } } }))
})
const plans = (page: number) => queryOf('planList', { query: { page, take: 5 } })

beforeEach(() => {
  fetchPage.mockClear()
  vi.stubGlobal('fetch', fetchPage)
  const empty = { getItem: () => null }
  vi.stubGlobal('localStorage', empty)
  vi.stubGlobal('sessionStorage', empty)
})
afterEach(() => vi.unstubAllGlobals())

it('a query is cached by operation and input', async () => {
  const client = new QueryClient()
  const read = (page: number) => client.fetchQuery({ ...plans(page), staleTime: Infinity })
  const [first, again, second] = [await read(1), await read(1), await read(2)]
  expect(again).toBe(first)
  expect(second.rows).toEqual([{ id: 2 }])
  expect(fetchPage.mock.calls.map(([address]) => address)).toEqual([
    '/api/plan?page=1&take=5',
    '/api/plan?page=2&take=5',
  ])
})

it('an invalidation reaches every query of the operation, and no other', async () => {
  const client = new QueryClient()
  const other = queryOf('companyList', { query: {} })
  const own = [plans(1), plans(2), allRowsOf(plans)]
  await client.fetchQuery(other)
  await client.fetchQuery(plans(1))
  await client.fetchQuery(plans(2))
  await client.fetchQuery(allRowsOf(plans))
  await client.invalidateQueries(queriesOf('planList'))
  const isInvalid = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    client.getQueryState(queryKey)?.isInvalidated
  expect(own.map(isInvalid)).toEqual([true, true, true])
  expect(isInvalid(other)).toBe(false)
})

it('all rows are read page by page, in order, and cached separately from a single page', async () => {
  const client = new QueryClient()
  await client.fetchQuery(plans(1))
  expect(await client.fetchQuery(allRowsOf(plans))).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})

it('pages are appended until the last one', async () => {
  const observer = new InfiniteQueryObserver(new QueryClient(), pagesOf(plans))
  const first = await observer.refetch()
  expect(first.data?.pages).toHaveLength(1)
  await observer.fetchNextPage()
  const last = await observer.fetchNextPage()
  expect(last.data?.pages.map(({ pagination }) => pagination.page)).toEqual([1, 2, 3])
  expect(last.hasNextPage).toBe(false)
})
