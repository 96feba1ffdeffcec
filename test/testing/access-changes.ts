import fc from 'fast-check'
import type { Previewable } from '../../contract/access-effect.ts'
import type { ModelIds } from './access-model.ts'
import {
  type AccessState,
  afterRemoval,
  afterReplacing,
  isPerSpid,
  type ModelDelegation,
  type ModelHold,
  modelSize,
  modelSpids,
  moduleOf,
  sameHold,
} from './access-reference-model.ts'

/** A write and its effect on the state of the model. */
export interface ModelChange {
  operation: Previewable
  params?: Record<string, string>
  body?: unknown
  after: AccessState
}

const kinds = [
  'service',
  'module',
  'function',
  'action',
  'profile',
  'give function',
  'give action',
  'company',
  'spid',
  'unlink',
  'block',
  'delete',
  'plan',
  'plan module',
  'plan company',
  'loose plan',
  'hold',
] as const

/** A random change. Each number selects a row, modulo the number of rows. */
export const modelChanges = fc.record({
  kind: fc.constantFrom(...kinds),
  one: fc.nat({ max: 11 }),
  other: fc.nat({ max: 11 }),
  third: fc.nat({ max: 11 }),
  near: fc.option(fc.nat({ max: 11 }), { freq: 8, nil: null }),
  spid: fc.option(fc.nat({ max: 1 }), { nil: null }),
})

type Drawn = typeof modelChanges extends fc.Arbitrary<infer C> ? C : never

/** Returns the list with one entry replaced. */
const withOne = <T>(list: readonly T[], index: number, change: (one: T) => T): T[] =>
  list.map((one, at) => (at === index ? change(one) : one))

const endWhere = (state: AccessState, ends: (one: ModelDelegation) => boolean) =>
  state.delegations.map((one) => (ends(one) ? { ...one, lent: 'closed' as const } : one))

const name = 'Do modelo'

/** Converts a random change to a write on this state. An active row is deactivated, an inactive one activated. */
export function changeOf(state: AccessState, ids: ModelIds, drawn: Drawn): ModelChange {
  // Usually selects rows of an existing assignment, because other changes rarely affect any user.
  const held = [...state.holds, ...state.delegations]
  const near = drawn.near === null ? undefined : held[drawn.near % Math.max(held.length, 1)]
  const c = near?.company ?? drawn.one % modelSize.companies
  const p = near?.profile ?? drawn.one % modelSize.profiles
  const m = near ? moduleOf(near.profile) : drawn.other % modelSize.modules
  const someone = near?.person ?? drawn.third % modelSize.people
  const f =
    moduleOf(p) + modelSize.modules * (drawn.other % (modelSize.functions / modelSize.modules))
  const params = (id: number | undefined) => ({ id: String(id) })
  const pair = state.entitlements[c]?.[m]
  if (!pair) throw new Error('No such company and module.')
  const withPair = (change: Partial<typeof pair>) => ({
    ...state,
    entitlements: withOne(state.entitlements, c, (row) =>
      withOne(row, m, (old) => ({ ...old, ...change })),
    ),
  })
  const plan = ids.plans[c]?.[m]
  const [company_id, module_id] = [ids.companies[c], ids.modules[m]]
  switch (drawn.kind) {
    case 'service': {
      const active = !state.modules[m]?.service
      return {
        operation: 'serviceUpdate',
        params: params(ids.services[m]),
        body: { name: `${name} ${m}`, description: name, active },
        after: {
          ...state,
          modules: withOne(state.modules, m, (old) => ({ ...old, service: active })),
        },
      }
    }
    case 'module': {
      const active = !state.modules[m]?.active
      return {
        operation: 'moduleUpdate',
        params: params(module_id),
        body: { name, is_enable_spid: isPerSpid(m), status: Number(active) },
        after: { ...state, modules: withOne(state.modules, m, (old) => ({ ...old, active })) },
      }
    }
    case 'function': {
      const active = !state.functions[f]
      const body = { name, url: `/modelo/${f}`, module_id: ids.modules[moduleOf(f)] }
      return {
        operation: 'functionUpdate',
        params: params(ids.functions[f]),
        body: { ...body, status: Number(active) },
        after: { ...state, functions: withOne(state.functions, f, () => active) },
      }
    }
    case 'action': {
      const active = !state.actions[f]?.active
      return {
        operation: 'actionUpdate',
        params: params(ids.actions[f]),
        body: { name, path: `acao-${f}`, active },
        after: { ...state, actions: withOne(state.actions, f, () => ({ active, path: true })) },
      }
    }
    case 'profile': {
      const active = !state.profiles[p]
      const body = {
        name: `${name} ${p}`,
        module_id: ids.modules[moduleOf(p)],
        status: Number(active),
      }
      return {
        operation: 'profileUpdate',
        params: params(ids.profiles[p]),
        body,
        after: { ...state, profiles: withOne(state.profiles, p, () => active) },
      }
    }
    case 'give function': {
      const add = state.held[p]?.[f] === 0
      return {
        operation: add ? 'profileFunctionAdd' : 'profileFunctionRemove',
        body: { profile_id: ids.profiles[p], function_id: ids.functions[f] },
        after: {
          ...state,
          held: withOne(state.held, p, (row) => withOne(row, f, () => (add ? 1 : 0))),
        },
      }
    }
    case 'give action': {
      const add = state.held[p]?.[f] !== 2
      const level = add ? 2 : 1
      const body = { profile_id: ids.profiles[p], function_id: add ? ids.functions[f] : [] }
      return {
        operation: add ? 'functionActionAdd' : 'functionActionRemove',
        body: { ...body, action_id: ids.actions[f] },
        after: { ...state, held: withOne(state.held, p, (row) => withOne(row, f, () => level)) },
      }
    }
    case 'company': {
      const active = !state.companies[c]?.active
      return {
        ...companyUpdate(ids, c),
        body: { ...companyBody(c), active },
        after: { ...state, companies: withOne(state.companies, c, (old) => ({ ...old, active })) },
      }
    }
    case 'spid': {
      const n = drawn.other % modelSpids.length
      const spids = withOne(state.companies[c]?.spids ?? [], n, (there) => !there)
      const sent = modelSpids.filter((_, at) => spids[at]).map((spid) => ({ spid }))
      return {
        ...companyUpdate(ids, c),
        body: { ...companyBody(c), active: state.companies[c]?.active, spids: sent },
        after: {
          // Assignments for a removed SPID are removed with it.
          ...afterRemoval(
            state,
            state.holds.filter((one) => one.company !== c || one.spid === null || spids[one.spid]),
          ),
          companies: withOne(state.companies, c, (old) => ({ ...old, spids })),
        },
      }
    }
    case 'unlink': {
      const person = someone
      const stays = (of: number, at: number) => of !== person || at !== c
      return {
        operation: 'companyUserUnlink',
        body: { user_id: ids.people[person], company_id: [company_id] },
        after: {
          ...state,
          holds: state.holds.filter((one) => stays(one.person, one.company)),
          delegations: endWhere(
            state,
            (one) => !stays(one.person, one.company) || !stays(one.lender, one.company),
          ),
        },
      }
    }
    case 'block': {
      const unblocked = !state.people[someone]?.unblocked
      return {
        operation: 'userBlock',
        body: { email: ids.emails[someone], block: !unblocked },
        after: {
          ...state,
          people: withOne(state.people, someone, (old) => ({ ...old, unblocked })),
        },
      }
    }
    case 'delete': {
      const active = !state.people[someone]?.active
      const after = {
        ...state,
        people: withOne(state.people, someone, (old) => ({ ...old, active })),
      }
      return active
        ? { operation: 'userActivate', body: { id: ids.people[someone] }, after }
        : {
            operation: 'userDelete',
            body: { email: ids.emails[someone] },
            after: {
              ...after,
              delegations: endWhere(
                state,
                (one) => one.person === someone || one.lender === someone,
              ),
            },
          }
    }
    case 'plan':
      return {
        operation: 'planUpdate',
        params: params(plan),
        body: { name: `${name} ${c}${m}`, active: !pair.plan },
        after: withPair({ plan: !pair.plan }),
      }
    case 'plan module':
      return {
        operation: 'planModuleUpdate',
        params: { a: String(plan), b: String(module_id) },
        body: { module_id, limit: 9, active: !pair.inPlan },
        after: withPair({ inPlan: !pair.inPlan }),
      }
    case 'plan company':
      return {
        operation: pair.linked ? 'planCompanyRemove' : 'planCompanyAdd',
        body: { plan_id: plan, company_id: [company_id] },
        after: withPair({ linked: !pair.linked }),
      }
    case 'loose plan':
      return {
        operation: 'loosePlanUpdate',
        params: { a: String(ids.loosePlans[c]?.[m]), b: String(company_id) },
        body: { company_id, module_id, limit: 9, active: !pair.loose },
        after: withPair({ loose: !pair.loose }),
      }
    case 'hold':
    default:
      return holdOf(state, ids, {
        person: someone,
        company: c,
        profile: p,
        spid: drawn.spid,
        term: 'always',
      })
  }
}

/**
 * Removes the profile if the user has it, otherwise assigns it, also if an earlier assignment has ended. Restores a
 * suspended one.
 */
function holdOf(state: AccessState, ids: ModelIds, wanted: ModelHold): ModelChange {
  const held = state.holds.find((one) => sameHold(one, wanted))
  const others = state.holds.filter((one) => one !== held)
  const body = [
    {
      user_id: ids.people[wanted.person],
      profile_id: ids.profiles[wanted.profile],
      company_id: ids.companies[wanted.company],
      spid: wanted.spid === null ? null : modelSpids[wanted.spid],
    },
  ]
  if (held && held.term !== 'past' && held.term !== 'suspended')
    return { operation: 'userProfileRemove', body, after: afterRemoval(state, others) }
  const before = held?.term === 'past' ? afterReplacing(state, held) : state
  return { operation: 'userProfileAdd', body, after: { ...before, holds: [...others, wanted] } }
}

const companyUpdate = (ids: ModelIds, c: number) => ({
  operation: 'companyUpdate' as const,
  params: { id: String(ids.companies[c]) },
})

const documents = ['11444777000161', '11222333000181'] as const
const companyBody = (c: number) => ({
  name,
  email: 'modelo@operadora.example',
  document: documents[c],
})
