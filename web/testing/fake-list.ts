import type { ListPage, ListQuery } from '../../contract/list.ts'
import { searchKey } from '../../contract/text-folding.ts'

interface NamedRow {
  id: number | string
  name: string
}

interface FakePage<R> {
  rows: R[]
  pagination: ListPage['pagination']
}

/** One page of these rows, searched by name and ordered like a list of the server. */
export const listPage = <R extends NamedRow>(rows: readonly R[], query: ListQuery): FakePage<R> =>
  pageBy(rows, query, ({ name }) => name)

/** One page of these rows, searched in the text that the screen shows for each. */
export function pageBy<R extends object>(
  rows: readonly R[],
  { page, take, search, sort, order }: ListQuery,
  textOf: (row: R) => string,
): FakePage<R> {
  const found = rows.filter((row) => searchKey(textOf(row)).includes(searchKey(search ?? '')))
  const value = (row: R) =>
    JSON.stringify(Object.entries(row).find(([column]) => column === sort)?.[1] ?? '')
  const ordered = sort
    ? found.toSorted((one, other) =>
        value(one).localeCompare(value(other), 'pt-BR', { numeric: true }),
      )
    : found
  const inOrder = order === 'desc' ? ordered.toReversed() : ordered
  return {
    rows: inOrder.slice((page - 1) * take, page * take),
    pagination: {
      totalRecords: found.length,
      totalPage: Math.ceil(found.length / take),
      page,
      take,
    },
  }
}

/** Response of a list without rows. */
export const emptyPage = () => ({
  rows: [],
  pagination: { totalRecords: 0, totalPage: 0, page: 1, take: 10 },
})
