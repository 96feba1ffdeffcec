import type { ListPage, ListQuery } from '../../contract/list.ts'
import { searchKey } from '../../contract/text-folding.ts'

type Row = ListPage['rows'][number]

interface FakeList<R extends Row> {
  rows: readonly R[]
  /** Text of a row that is searched. */
  text: (row: R) => string
  /** Value that orders a row by a column. */
  order: (row: R, column: string) => string
}

/** One page of these rows, searched and ordered like a list of the server. */
export function listPage<R extends Row>(
  { rows, text, order }: FakeList<R>,
  { page, take, search, sort, order: direction }: ListQuery,
): { rows: R[]; pagination: ListPage['pagination'] } {
  const found = rows.filter((row) => searchKey(text(row)).includes(searchKey(search ?? '')))
  const ordered = sort
    ? found.toSorted((one, other) => order(one, sort).localeCompare(order(other, sort), 'pt-BR'))
    : found
  const inOrder = direction === 'desc' ? ordered.toReversed() : ordered
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
