import fc from 'fast-check'

/** Number of companies, of modules and of plans; and number of users. Ids count from 0. */
const places = 3
const people = 5
/** Two profiles for each module: profile n belongs to module n % places. */
const profiles = 2 * places

const place = fc.nat({ max: places - 1 })
const person = fc.nat({ max: people - 1 })
const profile = fc.nat({ max: profiles - 1 })
const limit = fc.integer({ min: 1, max: 3 })
const active = fc.boolean()

/** Random changes of plans, users and profiles. */
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('plan'), plan: place, active }),
  fc.record({ kind: fc.constant('plan-module'), plan: place, module: place, limit, active }),
  fc.record({ kind: fc.constant('plan-company'), plan: place, company: place, held: active }),
  fc.record({ kind: fc.constant('loose-plan'), company: place, module: place, limit, active }),
  fc.record({ kind: fc.constant('user'), user: person, active }),
  fc.record({ kind: fc.constant('profile'), profile, active }),
  fc.record({ kind: fc.constant('assign'), user: person, profile, company: place }),
  fc.record({ kind: fc.constant('assign'), user: person, profile, company: place }),
  fc.record({ kind: fc.constant('unassign'), user: person, profile, company: place }),
)

export type LedgerStep = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

export const ledgerSteps = fc.array(anyStep, { minLength: 20, maxLength: 45 })

/** A plan change to preview. */
export const ledgerChange = fc.record({
  plan: place,
  module: fc.option(place, { nil: undefined }),
  companies: fc.option(fc.uniqueArray(place), { nil: undefined }),
  seats: fc.nat({ max: 2 }),
})

export type LedgerChange = typeof ledgerChange extends fc.Arbitrary<infer C> ? C : never

export const ledgerSizes = { places, people, profiles }
export const moduleOfProfile = (of: number): number => of % places

/** Every combination of company and module. */
export const ledgerPairs = Array.from({ length: places * places }, (_, n) => ({
  company: Math.floor(n / places),
  module: n % places,
}))

interface Given {
  limit: number
  active: boolean
}

/** A minimal model of plans, users and seats that the database must agree with. */
export class SeatLedger {
  readonly #plans = Array.from({ length: places }, () => true)
  readonly #users = Array.from({ length: people }, () => true)
  readonly #profiles = Array.from({ length: profiles }, () => true)
  readonly #planModules = new Map<string, Given>()
  readonly #planCompanies = new Set<string>()
  readonly #loosePlans = new Map<string, Given>()
  readonly #assigned = new Map<string, { user: number; profile: number; company: number }>()

  /** Applies a step unless it would exceed a company's seats. Returns whether it was applied. */
  apply(step: LedgerStep): boolean {
    switch (step.kind) {
      case 'plan':
        this.#plans[step.plan] = step.active
        return true
      case 'plan-module':
        this.#planModules.set(`${step.plan} ${step.module}`, step)
        return true
      case 'plan-company':
        if (step.held) this.#planCompanies.add(`${step.plan} ${step.company}`)
        else this.#planCompanies.delete(`${step.plan} ${step.company}`)
        return true
      case 'loose-plan':
        this.#loosePlans.set(`${step.company} ${step.module}`, step)
        return true
      case 'user':
        return this.#keepingLimits(() => this.#set(this.#users, step.user, step.active))
      case 'profile':
        return this.#keepingLimits(() => this.#set(this.#profiles, step.profile, step.active))
      case 'assign': {
        const { kind: _, ...held } = step
        const key = `${held.user} ${held.profile} ${held.company}`
        if (this.#assigned.has(key)) return true
        return this.#keepingLimits(() => {
          this.#assigned.set(key, held)
          return () => this.#assigned.delete(key)
        })
      }
      case 'unassign':
      default:
        this.#assigned.delete(`${step.user} ${step.profile} ${step.company}`)
        return true
    }
  }

  limit(company: number, module: number): number {
    return this.#given(company, module).reduce((sum, { limit: seats }) => sum + seats, 0)
  }

  used(company: number, module: number): number {
    const holders = [...this.#assigned.values()].filter(
      (held) =>
        held.company === company &&
        moduleOfProfile(held.profile) === module &&
        this.#users[held.user] &&
        this.#profiles[held.profile],
    )
    return new Set(holders.map(({ user }) => user)).size
  }

  /** Returns the companies that a change would leave with fewer seats than they use. */
  predict({ plan, module, companies, seats }: LedgerChange) {
    return ledgerPairs.flatMap((pair) => {
      const fewer = this.#given(pair.company, pair.module)
        .filter(
          (given) =>
            given.plan === plan &&
            (module ?? pair.module) === pair.module &&
            (companies?.includes(pair.company) ?? true),
        )
        .reduce((sum, given) => sum + given.limit - seats, 0)
      const used = this.used(pair.company, pair.module)
      const before = this.limit(pair.company, pair.module)
      const after = before - fewer
      return fewer > 0 && used > after
        ? [{ ...pair, used, limit: before, new_limit: after, over: used - after }]
        : []
    })
  }

  #given(company: number, module: number): { plan: number | undefined; limit: number }[] {
    const ofPlans = this.#plans.flatMap((isActive, plan) => {
      const given = this.#planModules.get(`${plan} ${module}`)
      const held = this.#planCompanies.has(`${plan} ${company}`)
      return isActive && held && given?.active ? [{ plan, limit: given.limit }] : []
    })
    const loose = this.#loosePlans.get(`${company} ${module}`)
    return loose?.active ? [...ofPlans, { plan: undefined, limit: loose.limit }] : ofPlans
  }

  /** Applies a change, and undoes it if a company then uses more seats than before and than its limit. */
  #keepingLimits(does: () => () => void): boolean {
    const before = ledgerPairs.map(({ company, module }) => this.used(company, module))
    const undo = does()
    const fits = ledgerPairs.every(({ company, module }, n) => {
      const used = this.used(company, module)
      return used <= (before[n] ?? 0) || used <= this.limit(company, module)
    })
    if (!fits) undo()
    return fits
  }

  #set(flags: boolean[], index: number, value: boolean): () => void {
    const before = flags[index] ?? true
    flags[index] = value
    return () => (flags[index] = before)
  }
}
