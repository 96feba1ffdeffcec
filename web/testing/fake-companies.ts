import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { refuse, type Handlers } from './fake-api.ts'
import { accessEffect } from './fake-effects.ts'
import { listPage } from './fake-list.ts'

export type Company = SuccessOf<Api['companyGet']>
type Holders = SuccessOf<Api['companyHolders']>

let lastId = 200

/** A company as the server returns it. */
export const company = (values: Partial<Company> & { name: string }): Company => ({
  id: (lastId += 1),
  email: 'contato@operadora.example',
  document: '12ABC34501DE35',
  active: true,
  created_at: '2019-03-04T12:00:00.000Z',
  updated_at: '2019-03-04T12:00:00.000Z',
  version: 1,
  spids: [],
  assignment_days_max: null,
  logo: null,
  ...values,
})

/** Users and assignments that lose access with a company or its SPIDs; by default none. */
export const holders = (values: Partial<Holders> = {}): Holders => ({
  people: { total: 0, more: false },
  names: [],
  delegations: { total: 0, more: false },
  modules: [],
  spids: [],
  ...values,
})

/** The sign-in policy of a company; by default none. */
export const signInPolicy = (
  values: Partial<SuccessOf<Api['companySignInPolicyGet']>> = {},
): SuccessOf<Api['companySignInPolicyGet']> => ({
  policy: 'none',
  begin_date: null,
  version: 1,
  people: 0,
  federated: 0,
  with_second_factor: 0,
  with_passkey: 0,
  ...values,
})

/** Fake endpoints of companies. Writes change `rows`. No user has access through these companies. */
export function companyHandlers(rows: Company[]): Handlers {
  const get = (id: number) => rows.find((row) => row.id === id) ?? refuse('company-not-found')
  return {
    accessEffectForesee: () => accessEffect(0),
    companyList: ({ query }) => listPage(rows, query),
    companyGet: ({ params: { id } }) => get(id),
    companyCreate({ body }) {
      const created = company({
        ...body,
        email: body.email.toLowerCase(),
        assignment_days_max: body.assignment_days_max ?? null,
      })
      rows.push(created)
      return created
    },
    companyUpdate({ params: { id }, body: { version, spids, ...values } }) {
      const stored = get(id)
      if (version !== undefined && version !== stored.version) refuse('changed-meanwhile')
      return Object.assign(stored, values, spids && { spids }, { version: stored.version + 1 })
    },
    companyHolders: () => holders(),
    companySignInPolicyGet: ({ params: { id } }) => signInPolicy({ version: get(id).version }),
    companyTemporaryMasters: () => ({ temporary_masters: [] }),
    seatsOfCompany: ({ params: { companyId } }) => ({ company: get(companyId), modules: [] }),
    userSearch: () => ({
      users: [],
      pagination: { totalRecords: 0, totalPage: 0, page: 1, take: 5, more: false },
    }),
  }
}
