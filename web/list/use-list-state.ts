import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { changedSearch, type ChangeSearch } from './changed-search.ts'
import { rememberListUrl } from './last-list-url.ts'
import type { FilterOffer } from './list-filters.tsx'
import { useListFilters, type ListFilters } from './use-list-filters.tsx'

interface ListStateOptions<Page> {
  /** The validated search parameters of the URL. */
  search: Readonly<Record<string, unknown>> & { page?: number | undefined }
  /** Filters offered to the user, in display order. */
  filters?: Partial<Record<string, FilterOffer>>
  /** Returns the query of the rows for these filter values. */
  query: (filters: Record<string, string>) => {
    queryKey: readonly unknown[]
    queryFn: () => Promise<Page>
  }
  /** Number of pages, for numbered pagination. */
  pagesIn?: (page: Page) => number
  /** Refetch interval in milliseconds while the screen is visible. */
  refreshEvery?: number | undefined
}

interface ListState<Page> {
  change: ChangeSearch
  filters: ListFilters
  /** Undefined while the first page loads. */
  data: Page | undefined
  /** Whether other rows are loading; the previous rows stay visible meanwhile. */
  reading: boolean
  /** Retries a failed read; undefined otherwise. */
  onRetry: (() => void) | undefined
}

/**
 * State of a list. The URL stores search, filters, order, page and page size, so that reload, back and a shared link
 * restore them (console.md §2).
 */
export function useListState<Page>(options: ListStateOptions<Page>): ListState<Page> {
  const { search, query, pagesIn, refreshEvery = false } = options
  const { pathname, href } = useLocation()
  useEffect(() => rememberListUrl(pathname, href), [pathname, href])
  const change = useChangeSearch()
  const filters = useListFilters(options.filters ?? {}, search, change)
  const { data, error, isError, isPlaceholderData, refetch } = useQuery<Page>({
    ...query(filters.query),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery,
  })
  useEndedSession(error)
  const pages = data === undefined || isPlaceholderData ? undefined : pagesIn?.(data)
  const beyond = useLastPage(search.page ?? 1, pages)
  return {
    change,
    filters,
    data: beyond ? undefined : data,
    reading: isPlaceholderData,
    onRetry: isError ? () => void refetch() : undefined,
  }
}

function useChangeSearch(): ChangeSearch {
  const navigate = useNavigate()
  const router = useRouter()
  const own = useMatch({ strict: false, select: (match) => match.pathname })
  return (change, { replace = false } = {}) => {
    // A debounced search may fire after the user has left the list. It must not change the URL of the next screen.
    if (router.latestLocation.pathname !== own) return
    void navigate({
      to: '.',
      search: (current) => changedSearch(current, change),
      replace,
      resetScroll: false,
    })
  }
}

/**
 * Redirects to the last page if `page` is beyond it, because rows were deleted or the link is old. Returns whether it
 * redirects.
 */
function useLastPage(page: number, pages: number | undefined): boolean {
  const navigate = useNavigate()
  const beyond = pages !== undefined && page > Math.max(1, pages)
  useEffect(() => {
    if (beyond)
      void navigate({
        to: '.',
        search: (current) => changedSearch(current, { page: Math.max(1, pages) }),
        replace: true,
      })
  }, [beyond, pages, navigate])
  return beyond
}
