import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeModel, type ModelIds, setState } from '../../test/testing/access-model.ts'
import {
  type AccessState,
  afterRemoval,
  lenderHolds,
  type ModelDelegation,
  type ModelHold,
  modelSize,
  modelSpids,
  sameHold,
} from '../../test/testing/access-reference-model.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

/** Number of random runs; more with `ACCESS_MODELS`. */
const numRuns = Number(process.env.ACCESS_MODELS ?? 20)

let app: TestApp
let admin: ConsoleClient
let ids: ModelIds

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  ids = await makeModel(app)
})
afterAll(() => app.close())

const repeat = <T>(count: number, of: T): T[] => Array.from({ length: count }, () => of)

/** Initial state: everything is active, and no user has a profile. */
const start: AccessState = {
  people: repeat(modelSize.people, { active: true, unblocked: true }),
  companies: repeat(modelSize.companies, { active: true, spids: [true, true] }),
  modules: repeat(modelSize.modules, { active: true, service: true }),
  entitlements: repeat(
    modelSize.companies,
    repeat(modelSize.modules, { plan: true, linked: true, inPlan: true, loose: false }),
  ),
  profiles: repeat(modelSize.profiles, true),
  functions: repeat(modelSize.functions, true),
  actions: repeat(modelSize.functions, { active: true, path: true }),
  held: repeat(modelSize.profiles, repeat(modelSize.functions, 0)),
  holds: [],
  delegations: [],
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('assign', 'assign again', 'remove', 'delegate'),
    person: fc.nat({ max: modelSize.people - 1 }),
    company: fc.nat({ max: modelSize.companies - 1 }),
    profile: fc.nat({ max: 1 }),
    spid: fc.option(fc.nat({ max: 1 }), { nil: null }),
    /** Index of the assignment that is removed, or lent by its holder. */
    which: fc.nat(),
  }),
  { minLength: 6, maxLength: 14 },
)
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never

const idOf = (list: readonly number[], n: number): number => list[n] ?? 0

function rowOf({ person, company, profile, spid }: ModelHold) {
  return {
    user_id: idOf(ids.people, person),
    profile_id: idOf(ids.profiles, profile),
    company_id: idOf(ids.companies, company),
    spid: spid === null ? null : (modelSpids[spid] ?? null),
  }
}

const holdOfLender = ({ lender, company, profile }: ModelDelegation) => ({
  person: lender,
  company,
  profile,
})

/** Takes a step in the product and in the model. A step that is impossible in this state changes nothing. */
async function take(state: AccessState, step: Step): Promise<AccessState> {
  const { kind, which, ...drawn } = step
  const { holds } = state
  const ended = state.delegations.find(({ lent }) => lent === 'closed')
  const wanted = { ...drawn, term: 'always' } as const
  const added = kind === 'assign again' && ended ? { ...wanted, ...holdOfLender(ended) } : wanted
  const chosen = holds[which % Math.max(holds.length, 1)]
  if (kind === 'assign' || kind === 'assign again') {
    if (holds.some((one) => sameHold(one, added))) return state
    const done = await admin.call('userProfileAdd', { body: [rowOf(added)] })
    expect(done.outcome).toBe('200')
    return { ...state, holds: [...holds, added] }
  }
  if (!chosen) return state
  if (kind === 'delegate') {
    const other = chosen.person + 1 + (which % (modelSize.people - 1))
    return delegate(state, other % modelSize.people, chosen)
  }
  const done = await admin.call('userProfileRemove', { body: [rowOf(chosen)] })
  expect(done.outcome).toBe('200')
  return afterRemoval(
    state,
    holds.filter((one) => one !== chosen),
  )
}

/** Lends what the lender holds, unless the borrower has an open delegation in the company. */
async function delegate(
  state: AccessState,
  person: number,
  { person: lender, company, profile }: ModelHold,
): Promise<AccessState> {
  const isOpen = (one: ModelDelegation) =>
    one.person === person && one.company === company && one.lent === 'endless'
  if (state.delegations.some(isOpen)) return state
  await app.build.delegation({
    userId: idOf(ids.people, person),
    companyId: idOf(ids.companies, company),
    by: idOf(ids.people, lender),
    begin: app.clock.now(),
    end: null,
    profileId: idOf(ids.profiles, profile),
  })
  const made: ModelDelegation = { person, company, profile, lender, lent: 'endless' }
  return { ...state, delegations: [...state.delegations, made] }
}

type Lent = Pick<ModelDelegation, 'person' | 'company' | 'profile'>
const textOf = ({ person, company, profile }: Lent) => `${person} ${company} ${profile}`

/** Access that delegations grant according to the model. */
const lentIn = (state: AccessState): string[] =>
  state.delegations
    .filter((one) => one.lent === 'endless' && lenderHolds(state, one))
    .map(textOf)
    .toSorted()

/** Access that delegations grant according to the database. */
async function lentNow(): Promise<string[]> {
  const { rows } = await sql<{ user_id: number; company_id: number; profile_id: number }>`
    select distinct user_id, company_id, profile_id from access_links(${app.clock.now()}::timestamptz)
    where user_id = any (${ids.people}::integer[]) and delegation_id is not null and opens`.execute(
    app.db,
  )
  return rows
    .map((row) =>
      textOf({
        person: ids.people.indexOf(row.user_id),
        company: ids.companies.indexOf(row.company_id),
        profile: ids.profiles.indexOf(row.profile_id),
      }),
    )
    .toSorted()
}

test('after random assignments, removals and delegations in two companies, only what lenders hold is lent', async () => {
  let lentOnce = 0
  let endedOnce = 0
  await fc.assert(
    fc.asyncProperty(steps, async (drawn) => {
      await setState(app.db, ids, start, app.clock)
      let state = start
      for (const step of drawn) {
        state = await take(state, step)
        expect(await lentNow()).toEqual(lentIn(state))
      }
      lentOnce += Number(state.delegations.length > 0)
      endedOnce += Number(state.delegations.some(({ lent }) => lent === 'closed'))
    }),
    { numRuns },
  )
  // Ensures that delegations occurred and ended in these worlds.
  expect(lentOnce).toBeGreaterThan(0)
  expect(endedOnce).toBeGreaterThan(0)
}, 600_000)
