import { z } from 'zod'
import type { Api } from '../../contract/api.ts'
import type { BodyInputOf } from '../../contract/endpoint.ts'
import { defaultPageSize, pageSizes } from '../../contract/list.ts'
import { pendingMatter, userSearchMax, userSearchQuery } from '../../contract/user-search.ts'
import { orAbsent, searchReader, viewInSearch } from '../list/list-search.ts'

/** Search parameters of `/user-list`. Values that the contract refuses are ignored. */
export const userListSearch = searchReader(() => {
  const { filters: declared, sort, order } = userSearchQuery.shape
  const filter = declared.unwrap().shape
  const figure = z.coerce.number<string | number>()
  return z.object({
    page: orAbsent(figure.pipe(z.int().min(1))),
    take: orAbsent(figure.pipe(z.literal(pageSizes))),
    name: orAbsent(filter.name),
    email: orAbsent(filter.email),
    status: orAbsent(figure.pipe(z.literal([1, 2, 3]))),
    phone_number: orAbsent(filter.phone_number),
    company_id: orAbsent(figure.pipe(z.int().min(1).max(2_147_483_647))),
    /** 1: no sign-in for 90 days. */
    no_access: orAbsent(figure.pipe(z.literal(1))),
    /** 1: an active user with a password who has neither a passkey nor an authenticator app. */
    no_factor: orAbsent(figure.pipe(z.literal(1))),
    /** 1: has not signed in yet, 0: has signed in. */
    invited: orAbsent(figure.pipe(z.literal([0, 1]))),
    pending: orAbsent(pendingMatter.optional()),
    sort: orAbsent(sort),
    order: orAbsent(order),
    view: viewInSearch,
  })
})

export type UserListSearch = ReturnType<typeof userListSearch>

/** Returns the request body of the search that the URL describes. */
export function userSearchBody(requested: object) {
  const search = userListSearch(requested)
  const { take = defaultPageSize } = search
  // Limits the page to the contract's maximum.
  const page = Math.min(search.page ?? 1, userSearchMax / take)
  const filters: BodyInputOf<Api['userSearch']>['filters'] = {
    name: search.name,
    email: search.email,
    status: search.status,
    phone_number: search.phone_number,
    company_id: search.company_id,
    no_access: search.no_access === 1 || undefined,
    no_factor: search.no_factor === 1 || undefined,
    invited: search.invited === undefined ? undefined : search.invited === 1,
    pending: search.pending,
  }
  return {
    pagination: { page, take },
    filters,
    sort: search.sort ?? 'name',
    order: search.order ?? 'asc',
  }
}

/** Filter values of the form fields. */
export interface UserFilters {
  name: string
  email: string
  status: string
  phone_number: string
  /** Company id; empty for all companies. */
  company_id: string
  no_access: boolean
  no_factor: boolean
  invited: string
  /** Empty, or a value of `pendingMatter`. */
  pending: string
}

/** Reads the filters from the search parameters. */
export function filtersIn(search: UserListSearch): UserFilters {
  return {
    name: search.name ?? '',
    email: search.email ?? '',
    status: search.status === undefined ? '' : String(search.status),
    phone_number: search.phone_number ?? '',
    company_id: search.company_id === undefined ? '' : String(search.company_id),
    no_access: search.no_access === 1,
    no_factor: search.no_factor === 1,
    invited: search.invited === undefined ? '' : String(search.invited),
    pending: search.pending ?? '',
  }
}

/** Converts the filters to search parameters, without empty ones. */
export function addressOf(filters: UserFilters): UserListSearch {
  const { name, email, status, phone_number, company_id } = filters
  const { no_access, no_factor, invited, pending } = filters
  return userListSearch({
    name: name.trim() || undefined,
    email: email.trim() || undefined,
    status: status || undefined,
    phone_number: phone_number || undefined,
    company_id: company_id || undefined,
    no_access: no_access ? 1 : undefined,
    no_factor: no_factor ? 1 : undefined,
    invited: invited || undefined,
    pending: pending || undefined,
  })
}
