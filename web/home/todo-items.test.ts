import { describe, expect, test } from 'vitest'
import { homeCountMax } from '../../contract/home.ts'
import { type HomeResponse, todoItems } from './todo-items.ts'

const nothing: HomeResponse = {
  own: { password_ends_at: null, delegation: null, first_steps: null },
  delegations: null,
  ending_profiles: null,
  unused_profiles: null,
  last_masters: null,
  tokens: null,
  access_requests: null,
  late_requests: null,
  due_requests: null,
  recoveries: null,
  without_access: null,
  without_factor: null,
  invitations: null,
  seats: null,
  networks: null,
  messages: null,
  audit_unsealed_since: null,
  secrets: null,
  sign_ins: null,
  changes: [],
}
const at = '2026-11-20T15:00:00.000Z'
const company = { id: 2, name: 'Araucária' }
const place = (used: number, limit: number) => ({
  company,
  module: { id: limit, name: `Módulo ${limit}` },
  limit,
  used,
  free: Math.max(0, limit - used),
  over: Math.max(0, used - limit),
  loose_plan: null,
})
const requests = (count: number) => ({
  count,
  more: false,
  rows: [{ id: 7, name: 'Ana Lima', field: 'email' as const, due_at: at }],
})
const delegations = {
  count: 1,
  more: false,
  rows: [{ id: 1, user: { id: 9, name: 'Ana Lima' }, company, ends_at: at }],
}

/** Returns the single to-do item of a response that contains only this part. */
function itemOf(part: Partial<HomeResponse>, allCompanies = true) {
  const items = todoItems({ ...nothing, ...part }, allCompanies)
  expect(items).toHaveLength(1)
  return items[0]
}

test('absent and empty parts produce no items', () => {
  const none = { count: 0, more: false, rows: [] }
  const seats = { nearly_full: { count: 0, more: false }, places: [place(1, 5)] }
  expect(todoItems(nothing, true)).toEqual([])
  expect(todoItems({ ...nothing, late_requests: none, tokens: none, seats }, true)).toEqual([])
})

test('late data requests come before due ones, each with a link to its list and its form', () => {
  const items = todoItems(
    { ...nothing, late_requests: requests(2), due_requests: requests(1), networks: requests(1) },
    true,
  )
  expect(items.map(({ text }) => text)).toEqual([
    '2 pedidos de titulares em atraso: o prazo da lei terminou',
    '1 pedido de titular com prazo nos próximos 5 dias',
    '1 rede em espera por muitas tentativas recusadas',
  ])
  expect(items[0]).toMatchObject({
    to: { to: '/data-request-list', search: { state: 'late' } },
    named: [{ name: 'E-mail de Ana Lima', to: { to: '/data-request-form', search: { id: 7 } } }],
    others: 'e mais 1',
  })
  expect(items[1]).toMatchObject({ to: { search: { state: 'due' } }, others: undefined })
})

test('a stalled audit log is the first item, with a link to the audit log', () => {
  const items = todoItems(
    { ...nothing, audit_unsealed_since: at, late_requests: requests(1) },
    true,
  )
  expect(items.map(({ key }) => key)).toEqual(['audit_unsealed_since', 'late_requests'])
  expect(items[0]).toMatchObject({
    text: 'A auditoria não é selada desde 20/11/2026 12:00:00: avise quem opera o sistema',
    to: { to: '/audit-list' },
  })
})

test('the order is: own account, seats, expiring items, users, operation', () => {
  const one = { count: 1, more: false }
  const items = todoItems(
    {
      ...nothing,
      networks: one,
      without_access: one,
      tokens: { ...one, rows: [{ id: 9, user: { id: 7, name: 'Ana' }, ends_at: at }] },
      seats: { nearly_full: one, places: [place(9, 10)] },
      own: { password_ends_at: at, delegation: { company, ends_at: at }, first_steps: null },
    },
    false,
  )
  expect(items.map(({ key }) => key)).toEqual([
    'password',
    'delegation',
    'seats',
    'tokens',
    'without_access',
    'networks',
  ])
  expect(items.slice(0, 2).map(({ text }) => text)).toEqual([
    'Sua senha expira em 20/11/2026',
    'Sua delegação de usuário master em Araucária termina em 20/11/2026',
  ])
})

test('only modules that are full or nearly full are named', () => {
  const places = [place(12, 10), place(9, 10), place(8, 10), place(0, 0)]
  const seats = { nearly_full: { count: 2, more: false }, places }
  expect(itemOf({ seats }, false)?.named.map(({ note }) => note)).toEqual(['12 de 10', '9 de 10'])
})

describe('unnamed rows', () => {
  const rows = [{ id: 1, name: 'Ana Lima', created_at: at }]
  test('are counted up to the maximum count', () => {
    expect(itemOf({ invitations: { count: 4, more: false, rows } })?.others).toBe('e mais 3')
    expect(itemOf({ invitations: { count: homeCountMax, more: true, rows } })?.others).toBe(
      'e mais de 999',
    )
  })

  test('of nearly full modules include those that are not among the fullest', () => {
    const seats = { nearly_full: { count: 9, more: false }, places: [place(9, 10)] }
    expect(itemOf({ seats })).toMatchObject({ others: 'e mais 8' })
  })
})

describe('every count links to the list of exactly the counted rows', () => {
  const one = { count: 1, more: false }
  test.each<[string, Partial<HomeResponse>, string, object]>([
    [
      'invitations',
      { invitations: { ...one, rows: [] } },
      '/user-list',
      { pending: 'invitation', sort: 'created_at', order: 'asc' },
    ],
    ['tokens', { tokens: { ...one, rows: [] } }, '/user-list', { pending: 'token' }],
    ['delegations', { delegations }, '/user-list', { pending: 'delegation' }],
    ['recoveries', { recoveries: { ...one, rows: [] } }, '/user-list', { pending: 'recovery' }],
    [
      'without_access',
      { without_access: one },
      '/user-list',
      { status: 2, no_access: 1, invited: 0 },
    ],
    [
      'seats',
      { seats: { nearly_full: one, places: [place(9, 10)] } },
      '/user-seats',
      { nearlyFull: 1 },
    ],
    ['late_requests', { late_requests: requests(1) }, '/data-request-list', { state: 'late' }],
    ['due_requests', { due_requests: requests(1) }, '/data-request-list', { state: 'due' }],
    [
      'networks',
      { networks: one },
      '/network-list',
      { slowed: 1, sort: 'failures', order: 'desc' },
    ],
    ['messages', { messages: one }, '/message-list', { state: 'failed' }],
    ['secrets', { secrets: { ...one, rows: [] } }, '/module-list', { status: 1, secret_due: 1 }],
  ])('%s', (key, part, to, search) => {
    for (const all of [true, false])
      expect(itemOf(part, all)).toMatchObject({ key, to: { to, search } })
  })
})

describe('for all companies', () => {
  test('rows name their company; rows of a single company do not', () => {
    const seats = { nearly_full: { count: 1, more: false }, places: [place(3, 2), place(1, 5)] }
    expect(itemOf({ seats })?.named).toMatchObject([
      { name: 'Módulo 2 em Araucária', note: '3 de 2' },
    ])
    expect(itemOf({ seats }, false)?.named).toMatchObject([{ name: 'Módulo 2' }])
  })

  test('the name of a delegation or of a nearly full module leads to its user or its marked row', () => {
    expect(itemOf({ delegations })).toMatchObject({
      named: [
        {
          name: 'Ana Lima em Araucária',
          to: { to: '/user-edit', search: { id: 9, tab: 'summary' } },
        },
      ],
    })
    const seats = { nearly_full: { count: 9, more: false }, places: [place(9, 10)] }
    expect(itemOf({ seats })?.named).toMatchObject([
      {
        name: 'Módulo 10 em Araucária',
        to: { to: '/user-seats', search: { companyId: 2, module: 10 } },
      },
    ])
  })
})

test('ending profiles link to the filtered list, and companies to their people', () => {
  const { text, to, named } = itemOf({ ending_profiles: delegations }) ?? {}
  expect(text).toBe('1 pessoa com perfil que termina em até 7 dias')
  expect(to).toMatchObject({ to: '/user-list', search: { pending: 'profile' } })
  expect(named).toMatchObject([{ name: 'Ana Lima em Araucária', note: 'até 20/11/2026' }])
  const last_masters = { count: 1, more: false, rows: [{ ...company, ends_at: at }] }
  expect(itemOf({ last_masters })?.named).toMatchObject([
    { name: 'Araucária', to: { to: '/company-form', search: { id: 2 } } },
  ])
  // Company users have no record of their company.
  expect(itemOf({ last_masters }, false)?.named).toMatchObject([{ to: { to: '/user-list' } }])
})

test('recoveries to approve come before seats, and each leads to the security of its user', () => {
  const recoveries = {
    count: 2,
    more: false,
    rows: [{ id: 4, user: { id: 9, name: 'Ana Lima' }, started_at: at }],
  }
  const seats = { nearly_full: { count: 1, more: false }, places: [place(9, 10)] }
  const items = todoItems({ ...nothing, seats, recoveries }, true)
  expect(items.map(({ key }) => key)).toEqual(['recoveries', 'seats'])
  expect(items[0]).toMatchObject({
    text: '2 pessoas com recuperação da conta à espera de aprovação',
    named: [
      {
        name: 'Ana Lima',
        note: 'desde 20/11/2026',
        to: { to: '/user-edit', search: { id: 9, tab: 'security' } },
      },
    ],
    others: 'e mais 1',
  })
})

test('people without a second factor are no to-do item', () => {
  expect(todoItems({ ...nothing, without_factor: { count: 3, more: false } }, true)).toEqual([])
})

test('unused profiles link to the filtered list, and people to their profiles', () => {
  const user = { id: 7, name: 'Ana Lima' }
  const rows = [{ id: 9, user, company, unused_since: '2026-03-01' }]
  const { text, to, named } = itemOf({ unused_profiles: { count: 1, more: false, rows } }) ?? {}
  expect(text).toBe('1 pessoa com perfil sem uso há 90 dias')
  expect(to).toMatchObject({ to: '/user-list', search: { pending: 'unused' } })
  expect(named).toMatchObject([
    {
      name: 'Ana Lima em Araucária',
      note: 'desde 01/03/2026',
      to: { to: '/user-edit', search: { id: 7, tab: 'access' } },
    },
  ])
})
