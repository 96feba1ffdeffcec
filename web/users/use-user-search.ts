import { useSearch } from '@tanstack/react-router'
import type { Api } from '../../contract/api.ts'
import type { BodyInputOf, SuccessOf } from '../../contract/endpoint.ts'
import { defaultPageSize } from '../../contract/list.ts'
import { userSearchMax, type userSorts } from '../../contract/user-search.ts'
import { queryOf } from '../api/query-of.ts'
import { useListState } from '../list/use-list-state.ts'
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
 * State of the list of `/user-list`. It does not use `useList`, because its search is a request body (console.md §7).
 */
export function useUserSearch(): UserSearch {
  const search = useSearch({ from: '/user-list' })
  const { take = defaultPageSize, sort = 'name', order = 'asc' } = search
  // Limits the page to the contract's maximum.
  const page = Math.min(search.page ?? 1, userSearchMax / take)
  const filters: BodyInputOf<Api['userSearch']>['filters'] = {
    name: search.name,
    email: search.email,
    status: search.status,
    phone_number: search.phone_number,
    company_id: search.company_id,
    no_access: search.no_access === 1 || undefined,
    invited: search.invited === undefined ? undefined : search.invited === 1,
    pending: search.pending,
  }
  const { change, data, reading, onRetry } = useListState({
    search: { page },
    query: () =>
      queryOf('userSearch', { body: { pagination: { page, take }, filters, sort, order } }),
    pagesIn: ({ pagination }) => pagination.totalPage,
  })
  return {
    filters: filtersIn(search),
    page,
    take,
    ordering: { sort, order },
    found: data,
    reading,
    onFilter: (chosen) => change(addressOf(chosen)),
    onPage: change,
    onOrder: change,
    onExport: () => exportUsers(search),
    onRetry,
  }
}
