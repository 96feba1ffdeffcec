import { useSearch } from '@tanstack/react-router'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import type { userSorts } from '../../contract/user-search.ts'
import { queryOf } from '../api/query-of.ts'
import { useListState } from '../list/use-list-state.ts'
import type { Ordering } from '../ui/data-table.tsx'
import { exportUsers } from './export-users.ts'
import { addressOf, filtersIn, userSearchBody, type UserFilters } from './user-list-search.ts'

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
  /** Sets the filters. Without any filter the saved view is closed. */
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
  const body = userSearchBody(search)
  const { pagination, sort, order } = body
  const { change, data, reading, onRetry } = useListState({
    search: { page: pagination.page },
    query: () => queryOf('userSearch', { body }),
    pagesIn: (found) => found.pagination.totalPage,
  })
  return {
    filters: filtersIn(search),
    ...pagination,
    ordering: { sort, order },
    found: data,
    reading,
    onFilter(chosen) {
      const address = addressOf(chosen)
      const cleared = Object.values(address).every((value) => value === undefined)
      change(cleared ? { ...address, view: undefined } : address)
    },
    onPage: change,
    onOrder: change,
    onExport: () => exportUsers(search),
    onRetry,
  }
}
