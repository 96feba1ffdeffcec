import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../api/query-of.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'

/** Number of rows per page; equal to the default of the lists. */
export const rowsPerPage = 10

interface Page {
  pagination: { page: number; totalPage: number; totalRecords: number; more?: boolean }
}

/** Rows of a list that a record shows in a tab, with their number for the label of the tab. */
export interface RecordRowsState<Row> {
  /** Rows loaded so far; undefined while the first page loads. */
  rows: readonly Row[] | undefined
  /** Number of all rows; undefined while the first page loads. */
  count: number | undefined
  /** True if there are more rows than were counted. */
  more: boolean
  failed: boolean
  onRetry: () => void
  /** Loads the next page; undefined if there is none. */
  onMore: (() => void) | undefined
  loadingMore: boolean
}

/**
 * Loads a list page by page. The tab and its label share the response, so that the number equals the list.
 * `enabled: false` is for users who do not see the tab.
 */
export function useRecordRows<P extends Page, Row>(
  pageQuery: (page: number) => { queryKey: readonly unknown[]; queryFn: () => Promise<P> },
  rowsIn: (page: P) => readonly Row[],
  enabled = true,
): RecordRowsState<Row> {
  const query = useInfiniteQuery({ ...pagesOf(pageQuery), enabled })
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query
  useEndedSession(error)
  const first = data?.pages[0]?.pagination
  return {
    rows: data?.pages.flatMap(rowsIn),
    count: first?.totalRecords,
    more: first?.more ?? false,
    failed: error !== null,
    onRetry: () => void refetch(),
    onMore: hasNextPage ? () => void fetchNextPage() : undefined,
    loadingMore: isFetchingNextPage,
  }
}
