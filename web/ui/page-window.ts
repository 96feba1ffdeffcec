/** How many page numbers are shown at once (console.md §9). */
const windowSize = 5

/**
 * The page numbers that a pager shows: up to five, with the current page in the middle except near the first and the
 * last.
 */
export function pageWindow(page: number, pageCount: number): number[] {
  const size = Math.min(windowSize, pageCount)
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pageCount - size + 1))
  return Array.from({ length: size }, (_, index) => first + index)
}
