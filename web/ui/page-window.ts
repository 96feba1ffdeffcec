import { formatNumber } from './format-number.ts'

/** Maximum number of page numbers shown (console.md §9). */
const windowSize = 5

/** Returns up to five page numbers, with the current page in the middle unless it is near an end. */
export function pageWindow(page: number, pageCount: number): number[] {
  const size = Math.min(windowSize, pageCount)
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pageCount - size + 1))
  return Array.from({ length: size }, (_, index) => first + index)
}

interface Count {
  total: number
  /** True if there are more rows than `total`. */
  more?: boolean | undefined
}

/** Formats the row numbers of a page: '4.991 a 5.000 de 10.003', or '1 a 10 de mais de 10.000'. */
export function rangeOf(page: number, take: number, { total, more = false }: Count): string {
  if (total === 0) return 'Nenhum registro'
  const from = formatNumber((page - 1) * take + 1)
  const to = formatNumber(Math.min(page * take, total))
  return `${from} a ${to} de ${more ? 'mais de ' : ''}${formatNumber(total)}`
}
