import fc from 'fast-check'

/** Size of the reference model, an independent implementation of the access rules. Ids count from 0. */
export const modelSize = { people: 3, companies: 2, modules: 2, profiles: 4, functions: 4 }
/** Profile n and function n belong to module n % modules; action n belongs to function n. */
export const moduleOf = (n: number): number => n % modelSize.modules
/** Whether a module is entered for one SPID of a company. Other modules are entered for the whole company. */
export const isPerSpid = (module: number): boolean => module === 0
/** SPIDs that a company may have. */
export const modelSpids = ['7101', '7102'] as const

const flag = fc.boolean()
/** Usually true; otherwise hardly any access would be granted. */
const mostly = fc.oneof(
  { weight: 6, arbitrary: fc.constant(true) },
  { weight: 1, arbitrary: fc.constant(false) },
)
const person = fc.nat({ max: modelSize.people - 1 })
const company = fc.nat({ max: modelSize.companies - 1 })
const profile = fc.nat({ max: modelSize.profiles - 1 })
const spid = fc.option(fc.nat({ max: modelSpids.length - 1 }), { nil: null })

const list = <T>(length: number, of: fc.Arbitrary<T>) =>
  fc.array(of, { minLength: length, maxLength: length })

const lent = fc.constantFrom('running', 'endless', 'future', 'past', 'closed')

/** When an assignment grants access: always, from or until an hour from now, not any more, or not while it is suspended. */
const term = fc.oneof(
  { weight: 5, arbitrary: fc.constant('always' as const) },
  { weight: 3, arbitrary: fc.constantFrom('future', 'until', 'past', 'suspended') },
)

const hold = fc.record({ person, company, profile, spid, term })
/** A delegation. If `lenderHolds`, its lender holds the profile in that company. */
const delegation = fc.record({
  person,
  company,
  profile,
  lent,
  lender: person,
  lenderHolds: mostly,
})
const entitlement = fc.record({ plan: mostly, linked: mostly, inPlan: mostly, loose: flag })

const anyState = fc.record({
  people: list(modelSize.people, fc.record({ active: mostly, unblocked: mostly })),
  companies: list(modelSize.companies, fc.record({ active: mostly, spids: list(2, mostly) })),
  modules: list(modelSize.modules, fc.record({ active: mostly, service: mostly })),
  /** By company and module: the entitlement by a plan and by a loose plan. */
  entitlements: list(modelSize.companies, list(modelSize.modules, entitlement)),
  profiles: list(modelSize.profiles, mostly),
  functions: list(modelSize.functions, mostly),
  actions: list(modelSize.functions, fc.record({ active: mostly, path: mostly })),
  /** By profile and function: 0 not contained, 1 contained, 2 contained with its action. */
  held: list(modelSize.profiles, list(modelSize.functions, fc.constantFrom(0, 1, 2))),
  holds: fc.uniqueArray(hold, {
    minLength: 2,
    maxLength: 6,
    selector: (one) => JSON.stringify([one.person, one.company, one.profile, one.spid]),
  }),
  delegations: fc.uniqueArray(delegation, {
    maxLength: 2,
    selector: (one) => `${one.person} ${one.company}`,
  }),
})

type DrawnState = typeof anyState extends fc.Arbitrary<infer S> ? S : never
type DrawnDelegation = DrawnState['delegations'][number]
export type ModelHold = DrawnState['holds'][number]
export type ModelDelegation = Omit<DrawnDelegation, 'lenderHolds'> & Partial<DrawnDelegation>
export type AccessState = Omit<DrawnState, 'delegations'> & { delegations: ModelDelegation[] }

export const sameHold = (one: ModelHold, other: ModelHold) =>
  one.person === other.person &&
  one.company === other.company &&
  one.profile === other.profile &&
  one.spid === other.spid

/** Adds an assignment for each lender with `lenderHolds`. */
function withHoldsOfLenders(holds: readonly ModelHold[], delegations: readonly DrawnDelegation[]) {
  const all = [...holds]
  for (const { lender, company: at, profile: p, lenderHolds: isHeld } of delegations) {
    const own: ModelHold = { person: lender, company: at, profile: p, spid: null, term: 'always' }
    if (isHeld && !all.some((one) => sameHold(one, own))) all.push(own)
  }
  return all
}

/**
 * Random valid states. They contain no assignment for a SPID that the company lacks, no profile with functions of
 * another module, and no delegation to oneself.
 */
export const accessStates: fc.Arbitrary<AccessState> = anyState.map((state) => {
  const delegations = state.delegations.filter((one) => one.lender !== one.person)
  const holds = state.holds.filter((one) => isThere(state, one.company, one.spid))
  return {
    ...state,
    delegations,
    holds: withHoldsOfLenders(holds, delegations),
    held: state.held.map((row, p) =>
      row.map((level, f) => (moduleOf(p) === moduleOf(f) ? level : 0)),
    ),
  }
})

/** Whether the lender of a delegation holds its profile in that company. */
export const lenderHolds = ({ holds }: AccessState, of: ModelDelegation): boolean =>
  holds.some(
    (one) =>
      one.person === of.lender &&
      one.company === of.company &&
      one.profile === of.profile &&
      (one.term === 'always' || one.term === 'until'),
  )

/** Returns the state with these assignments. Delegations whose lender lost the profile are closed. */
export function afterRemoval(before: AccessState, holds: ModelHold[]): AccessState {
  const after = { ...before, holds }
  const isLost = (one: ModelDelegation) => lenderHolds(before, one) && !lenderHolds(after, one)
  return {
    ...after,
    delegations: before.delegations.map((one) => (isLost(one) ? { ...one, lent: 'closed' } : one)),
  }
}

/** Returns the state without delegations that rest only on this assignment, which has ended and is given again. */
export function afterReplacing(before: AccessState, ended: ModelHold): AccessState {
  const rests = (one: ModelDelegation) =>
    one.lender === ended.person && one.company === ended.company && one.profile === ended.profile
  const isKept = before.holds.some(
    (one) =>
      one.person === ended.person &&
      one.company === ended.company &&
      one.profile === ended.profile &&
      one.term !== 'past',
  )
  return {
    ...before,
    delegations: before.delegations.map((one) =>
      rests(one) && !isKept ? { ...one, lent: 'closed' } : one,
    ),
  }
}

export const isThere = (
  state: Pick<AccessState, 'companies'>,
  at: number,
  wanted: number | null,
): boolean => wanted === null || state.companies[at]?.spids[wanted] === true

/** A question about access: may this user enter this module, or use this function or action of it? */
export interface ModelQuestion {
  person: number
  company: number
  module: number
  spid: number | null
  function: number | null
  action: boolean
}

/** Random questions, independent of the state. */
export const modelQuestions = fc.array(
  fc.record({
    person,
    company,
    module: fc.nat({ max: modelSize.modules - 1 }),
    spid,
    function: fc.option(fc.nat({ max: modelSize.functions / modelSize.modules - 1 }), {
      nil: null,
    }),
    action: flag,
    /** Selects an existing assignment or delegation that the question is about; rarely null. */
    near: fc.option(fc.nat({ max: 11 }), { freq: 8, nil: null }),
  }),
  { minLength: 3, maxLength: 3 },
)

type DrawnQuestion = typeof modelQuestions extends fc.Arbitrary<(infer Q)[]> ? Q : never

export function questionOn(state: AccessState, { near, ...drawn }: DrawnQuestion): ModelQuestion {
  const held = [...state.holds, ...state.delegations]
  const one = near === null ? undefined : held[near % Math.max(held.length, 1)]
  const asked = one ? { ...drawn, ...one, module: moduleOf(one.profile), spid: drawn.spid } : drawn
  const { module, action } = asked
  const inModule = asked.function === null ? null : asked.function * modelSize.modules + module
  return {
    person: asked.person,
    company: asked.company,
    module,
    spid: asked.spid,
    function: inModule,
    action: inModule !== null && action,
  }
}

/** A profile that the user has in the module and company of the question, and the conditions that it does not meet. */
export interface ModelWay {
  profile: number
  by: 'assignment' | 'delegation'
  missing: string[]
}

export interface ModelAnswer {
  allowed: boolean
  missing: string[]
  ways: ModelWay[]
}

const lacking = (links: Record<string, boolean>): string[] =>
  Object.keys(links).filter((word) => links[word] === false)

/** Returns the expected access, computed from the rules only and not from the product. */
export function answerOf(state: AccessState, asked: ModelQuestion): ModelAnswer {
  const who = state.people[asked.person]
  const at = state.companies[asked.company]
  const module = state.modules[asked.module]
  const given = state.entitlements[asked.company]?.[asked.module]
  if (!who || !at || !module || !given) throw new Error('The question refers to missing rows.')
  const f = asked.function
  const known = isThere(state, asked.company, asked.spid)
  const missing = lacking({
    'user-deleted': who.active,
    'user-blocked': who.unblocked,
    'company-inactive': at.active,
    'service-inactive': module.service,
    'module-inactive': module.active,
    'no-plan': (given.plan && given.linked && given.inPlan) || given.loose,
    'spid-gone': known,
    'function-inactive': f === null || state.functions[f] === true,
    'action-inactive': !asked.action || isLive(state, f),
  })
  const ofModule = (one: { person: number; company: number; profile: number }) =>
    one.person === asked.person &&
    one.company === asked.company &&
    moduleOf(one.profile) === asked.module
  const ofProfile = (p: number) => ({
    'profile-deleted': state.profiles[p] === true,
    'function-not-held': f === null || (state.held[p]?.[f] ?? 0) > 0,
    'action-not-held': !asked.action || (f !== null && state.held[p]?.[f] === 2),
  })
  const ways = [
    ...state.holds.filter(ofModule).map((one): ModelWay => {
      const fits = one.spid === null || asked.spid === null || !known || one.spid === asked.spid
      return {
        profile: one.profile,
        by: 'assignment',
        missing: lacking({
          ...ofProfile(one.profile),
          'other-spid': fits,
          'assignment-not-begun': one.term !== 'future',
          'assignment-ended': one.term !== 'past',
          'assignment-suspended': one.term !== 'suspended',
        }),
      }
    }),
    ...state.delegations.filter(ofModule).map((one): ModelWay => ({
      profile: one.profile,
      by: 'delegation',
      missing: lacking({
        ...ofProfile(one.profile),
        'delegation-not-begun': one.lent !== 'future',
        'delegation-ended': one.lent !== 'past' && one.lent !== 'closed' && lenderHolds(state, one),
      }),
    })),
  ]
  if (ways.length === 0) missing.push('no-profile')
  return {
    allowed: missing.length === 0 && ways.some((way) => way.missing.length === 0),
    missing,
    ways,
  }
}

function isLive(state: AccessState, action: number | null): boolean {
  const found = action === null ? undefined : state.actions[action]
  return found !== undefined && found.active && found.path
}

/** Returns all access of a user, one text for each module, function or action and each SPID. */
export function accessIn(state: AccessState, of: number): Set<string> {
  const all = new Set<string>()
  for (let at = 0; at < modelSize.companies; at++)
    for (let module = 0; module < modelSize.modules; module++)
      for (const forSpid of isPerSpid(module) ? [null, 0, 1] : [null]) {
        const ask = (f: number | null, action: boolean) =>
          answerOf(state, { person: of, company: at, module, spid: forSpid, function: f, action })
            .allowed
        if (!ask(null, false)) continue
        all.add(`${at} ${module} ${forSpid}`)
        for (let f = module; f < modelSize.functions; f += modelSize.modules) {
          if (ask(f, false)) all.add(`${at} ${module} ${forSpid} ${f}`)
          if (ask(f, true)) all.add(`${at} ${module} ${forSpid} ${f} action`)
        }
      }
  return all
}
