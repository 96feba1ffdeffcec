import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Api } from '../../contract/api.ts'
import type { BodyInputOf, SuccessOf } from '../../contract/endpoint.ts'
import { defaultPageSize } from '../../contract/list.ts'
import { userSearchMax, type userSorts } from '../../contract/user-search.ts'
import { queryOf } from '../api/query-of.ts'
import { rememberListUrl } from '../list/last-list-url.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import type { Ordering } from '../ui/data-table.tsx'
import { exportUsers } from './export-users.ts'
import { addressOf, filtersIn, type UserFilters } from './user-list-search.ts'

export type UserSort = (typeof userSorts)[number]
export type FoundUsers = SuccessOf<Api['userSearch']>

interface UserSearch {
  filters: UserFilters
  page: number
  take: number
  ordering: Ordering<UserSort>
  /** Undefined while the first page loads. */
  found: FoundUsers | undefined
  /** Whether other rows are loading; the previous rows stay visible meanwhile. */
  reading: boolean
  onFilter: (filters: UserFilters) => void
  onPage: (change: { page?: number; take?: number }) => void
  onOrder: (ordering: Ordering<UserSort>) => void
  /** Exports all matching users with their profiles. */
  onExport: () => Promise<void>
  /** Retries a failed read; undefined otherwise. */
  onRetry: (() => void) | undefined
}

/**
 * State of the search of `/user-list`. It uses a request body (console.md §7), so it cannot use `useList`; its state is
 * still in the URL (decision 29).
 */
export function useUserSearch(): UserSearch {
  const search = useSearch({ from: '/user-list' })
  const navigate = useNavigate({ from: '/user-list' })
  const { pathname, href } = useLocation()
  useEffect(() => rememberListUrl(pathname, href), [pathname, href])
  const { take = defaultPageSize, sort = 'name', order = 'asc' } = search
  // Limits the page to the contract's maximum.
  const page = Math.min(search.page ?? 1, userSearchMax / take)
  const body: BodyInputOf<Api['userSearch']> = {
    pagination: { page, take },
    filters: {
      name: search.name,
      email: search.email,
      status: search.status,
      phone_number: search.phone_number,
      company_id: search.company_id,
      no_access: search.no_access === 1 || undefined,
      invited: search.invited === undefined ? undefined : search.invited === 1,
    },
    sort,
    order,
  }
  const query = useQuery({
    ...queryOf('userSearch', { body }),
    placeholderData: keepPreviousData,
  })
  useEndedSession(query.error)

  // A page beyond the last one (rows were deleted, or the link is old) redirects to the last page.
  const lastPage = query.isPlaceholderData ? undefined : query.data?.pagination.totalPage
  const pastEnd = lastPage !== undefined && page > Math.max(1, lastPage)
  useEffect(() => {
    if (!pastEnd) return
    const last = lastPage > 1 ? lastPage : undefined
    void navigate({ search: (before) => ({ ...before, page: last }), replace: true })
  }, [pastEnd, lastPage, navigate])

  return {
    filters: filtersIn(search),
    page,
    take,
    ordering: { sort, order },
    found: pastEnd ? undefined : query.data,
    reading: query.isPlaceholderData,
    onFilter: (filters) =>
      void navigate({
        search: {
          ...addressOf(filters),
          take: search.take,
          sort: search.sort,
          order: search.order,
        },
        resetScroll: false,
      }),
    onPage: (change) =>
      void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false }),
    onOrder: (ordering) =>
      void navigate({
        search: (before) => ({ ...before, ...ordering, page: undefined }),
        resetScroll: false,
      }),
    onExport: () => exportUsers(search),
    onRetry: query.isError ? () => void query.refetch() : undefined,
  }
}
