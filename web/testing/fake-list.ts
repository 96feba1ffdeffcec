import type { ListPage, ListQuery } from '../../contract/list.ts'
import { searchKey } from '../../contract/text-folding.ts'

interface NamedRow {
  id: number | string
  name: string
}

/** One page of these rows, searched by name and ordered like a list of the server. */
export function listPage<R extends NamedRow>(
  rows: readonly R[],
  { page, take, search, sort, order }: ListQuery,
): { rows: R[]; pagination: ListPage['pagination'] } {
  const found = rows.filter(({ name }) => searchKey(name).includes(searchKey(search ?? '')))
  const value = (row: R) =>
    JSON.stringify(Object.entries(row).find(([column]) => column === sort)?.[1] ?? '')
  const ordered = sort
    ? found.toSorted((one, other) => value(one).localeCompare(value(other), 'pt-BR'))
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
