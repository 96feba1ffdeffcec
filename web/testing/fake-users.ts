import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { searchKey } from '../../contract/text-folding.ts'
import { refuse, type Handlers } from './fake-api.ts'
import type { Company } from './fake-companies.ts'
import { accessEffect } from './fake-effects.ts'
import { emptyPage, listPage } from './fake-list.ts'

type UserFound = SuccessOf<Api['userSearch']>
/** A user with the companies that the caller sees. */
export type FakeUser = SuccessOf<Api['userGet']> & { companies: Company[] }

let lastId = 300

/** A user as the server returns it to an administrator: active, and signed in at least once. */
export const user = (values: Partial<FakeUser> & { name: string }): FakeUser => ({
  id: (lastId += 1),
  email: 'jussara@operadora.example',
  phone_number: '5541955550100',
  code: null,
  status: 1,
  suspended: 0,
  created_at: '2019-03-04T12:00:00.000Z',
  update_at: '2019-03-05T12:00:00.000Z',
  company_id: null,
  accredit_id: null,
  version: 1,
  federated: false,
  last_access_at: '2019-03-06T12:00:00.000Z',
  invitation: null,
  password_expired: false,
  state_since: null,
  account_wide: true,
  beyond_own: false,
  support: [],
  reset_keeps_password: false,
  own: false,
  companies: [],
  ...values,
})

const rowOf = (stored: FakeUser): UserFound['users'][number] => ({
  ...stored,
  status: stored.status === 0 ? 1 : stored.suspended === 1 ? 3 : 2,
  invited: stored.invitation !== null,
  own_factor: stored.federated ? 'federated' : 'none',
})

/** Fake endpoints of users and of their companies. Writes change `rows`. */
export function userHandlers(rows: FakeUser[], companies: Company[] = []): Handlers {
  const get = (id: number) => rows.find((row) => row.id === id) ?? refuse('user-not-found')
  const withEmail = (email: string) =>
    rows.find((row) => row.email === email) ?? refuse('user-not-found')
  return {
    accessEffectForesee: () => accessEffect(0),
    userProfileOffersNew: () => ({ companies: [], profiles: [], seats: [] }),
    companyList: ({ query }) => listPage(companies, query),
    serviceList: emptyPage,
    moduleList: emptyPage,
    userSearch: ({ body: { filters, pagination } }) => ({
      users: rows
        .map(rowOf)
        .filter(
          ({ name, email, status }) =>
            searchKey(name).includes(searchKey(filters.name ?? '')) &&
            email.includes(filters.email ?? '') &&
            (filters.status ?? status) === status,
        ),
      pagination: {
        totalRecords: rows.length,
        totalPage: 1,
        page: pagination.page,
        take: pagination.take,
        more: false,
      },
    }),
    userGet: ({ params: { id } }) => get(id),
    companyListOfUser: ({ params: { id } }) => ({ companies: get(id).companies }),
    userUpdate({ body: { id, version, accredit_id, ...values } }) {
      const stored = get(id)
      if (version !== undefined && version !== stored.version) refuse('changed-meanwhile')
      const bound = accredit_id === 0 ? null : (accredit_id ?? stored.accredit_id)
      Object.assign(stored, values, {
        accredit_id: bound,
        company_id: bound,
        version: stored.version + 1,
      })
      return {}
    },
    companyUserLink({ body: { user_id, company_id } }) {
      const stored = get(user_id)
      stored.companies.push(...companies.filter(({ id }) => company_id.includes(id)))
      return { companies: stored.companies }
    },
    companyUserUnlink({ body: { user_id, company_id } }) {
      const stored = get(user_id)
      stored.companies = stored.companies.filter(({ id }) => !company_id.includes(id))
      return { companies: stored.companies }
    },
    userBlock({ body: { email, block } }) {
      withEmail(email).suspended = block ? 1 : 0
      return {}
    },
    userDelete({ body: { email } }) {
      withEmail(email).status = 0
      return {}
    },
    userActivate({ body: { id } }) {
      get(id).status = 1
      return {}
    },
    userResetPassword: () => ({}),
    userProfileGet({ params: { id } }) {
      const { suspended, ...person } = get(id)
      return { user: { ...person, suspended: suspended === 1 }, user_profiles: [] }
    },
    userProfileOffers({ params: { id } }) {
      const { suspended, ...person } = get(id)
      const found = { ...person, suspended: suspended === 1 }
      return { user: found, companies: [], profiles: [], seats: [] }
    },
    userInvite: () => ({}),
    userLockList: () => ({ locks: [] }),
    sessionListOfUser: () => ({ sessions: [] }),
    emailChangeGetOfUser: ({ params: { userId } }) => ({
      email: get(userId).email,
      pending: null,
      wait_hours: 100,
    }),
    factorListOfUser: () => ({
      passkeys: { count: 0, last_used_at: null },
      totp: null,
      recovery_codes: null,
    }),
    recoveryListOfUser: () => ({ recoveries: [], frozen_until: null, wait_hours: 30 }),
  }
}
