import { administratorProfileId } from '../../contract/constants.ts'
import type { Grants, Held, HeldFunction, HeldProfile, Opening } from '../pipeline/principal.ts'
import { digestTextOf } from '../secrets/random.ts'
import type { RecentChanges } from './recent-changes.ts'

/** What the database says of a set of profiles (grants-queries.ts). */
interface Contents extends Pick<Held, 'profiles' | 'functions'> {
  /** Of the functions those of profiles that are assigned; null where none is lent. */
  own_functions: HeldFunction[] | null
  /** The functions of profiles 3 and 4, and of the others; null where neither is held. */
  readers: {
    support: HeldFunction[] | null
    auditor: HeldFunction[] | null
    others: HeldFunction[]
    /** Of the others those that are assigned; null where none is lent. */
    own_others: HeldFunction[] | null
  } | null
  /** All that belong to the profiles, those too that are not active now. */
  function_ids: number[]
  action_ids: number[]
}

/** What profiles open, of whichever company. */
type LaidOut = Omit<Grants, 'held' | 'own' | 'until' | 'delegation'> & Omit<Held, 'company'>

/** What a set of profiles gives to everybody who holds it, laid out for quick answers. */
export class Layout {
  readonly key: string
  readonly contents: Contents
  readonly #all: LaidOut
  /** Rights by assignment; undefined if all are by delegation. */
  readonly #own: LaidOut | undefined
  /** About how many bytes it takes. */
  readonly weight: number
  /** How many remembered grants rest on it. */
  holders = 0
  readonly #keys: readonly string[]
  /** By company, those that rest on nothing else. */
  readonly #grants = new Map<number, Grants>()
  #changed = 0
  #lookedUpAt = 0

  constructor(key: string, text: string) {
    this.key = key
    this.contents = JSON.parse(text) as Contents
    const { profiles, functions, own_functions, readers } = this.contents
    this.#all = layOut(profiles, functions, readers, readers?.others)
    const assigned = profiles.filter(({ delegation_id }) => delegation_id === null)
    if (own_functions === null) this.#own = this.#all
    else if (assigned.length > 0)
      this.#own = layOut(assigned, own_functions, readers, readers?.own_others ?? undefined)
    this.#keys = [
      ...this.contents.function_ids.map((id) => `function:${id}`),
      ...this.contents.action_ids.map((id) => `action:${id}`),
    ]
    this.weight = 1024 + 3 * text.length + 100 * this.#keys.length
  }

  /**
   * What it gives in a company: one and the same for all who are lent nothing. A company is told apart by its name too,
   * which may have changed.
   */
  grantsIn(company: Held['company']): Grants {
    const known = this.#grants.get(company.id)
    if (known?.held.company.name === company.name) return known
    const own = this.#own && assignedGrants(this.#own, company)
    const grants = own && this.#own === this.#all ? own : withLent(this.#all, company, own)
    this.#grants.set(company.id, grants)
    return grants
  }

  /** When a function or action of it last changed; looked up once for all who hold it. */
  latestChange(changes: RecentChanges): number {
    if (changes.latestOfKinds(['function', 'action']) > this.#lookedUpAt)
      this.#changed = changes.latest(this.#keys)
    this.#lookedUpAt = changes.count
    return this.#changed
  }
}

/** Layouts that are held: thousands have the same profiles, whose functions are remembered once. */
export class Layouts {
  readonly #held = new Map<string, Layout>()
  #weight = 0

  /** About how many bytes all of them take. */
  get weight(): number {
    return this.#weight
  }

  /** The layout of what the database said; it stays until whoever holds it has released it. */
  hold(text: string): Layout {
    // The text itself may have many thousands of characters.
    const key = digestTextOf(text)
    const layout = this.#held.get(key) ?? new Layout(key, text)
    if (layout.holders++ === 0) {
      this.#held.set(key, layout)
      this.#weight += layout.weight
    }
    return layout
  }

  release(layout: Layout): void {
    if (--layout.holders > 0) return
    this.#held.delete(layout.key)
    this.#weight -= layout.weight
  }
}

/** `others` is what is held beside profiles 3 and 4; left out where neither is held. */
function layOut(
  profiles: HeldProfile[],
  functions: HeldFunction[],
  readers: Contents['readers'],
  others: HeldFunction[] | undefined,
): LaidOut {
  const opening = openingOf(functions)
  const auditor = readers?.auditor ? openingOf(readers.auditor) : undefined
  return {
    profiles,
    functions: marked(functions, auditor),
    ...opening,
    writing: others ? openingOf(others) : opening,
    support: readers?.support ? openingOf(readers.support) : undefined,
    auditor,
    // The role can't be delegated. If it ever were, a delegation must not make an administrator.
    administrator: profiles.some(
      ({ id, delegation_id }) => id === administratorProfileId && delegation_id === null,
    ),
    master: profiles.some((profile) => profile.master_profile),
  }
}

function withLent(
  { profiles, functions, ...opened }: LaidOut,
  company: Held['company'],
  own: Grants | undefined,
): Grants {
  const held = { profiles, functions, company }
  return { ...opened, held, own, delegation: undefined, until: Infinity }
}

/** Grants without any delegation: `own` refers to the same object. */
function assignedGrants(laidOut: LaidOut, company: Held['company']): Grants {
  const grants = withLent(laidOut, company, undefined)
  grants.own = grants
  return grants
}

/** Marks the screens that show the rows of every company. */
function marked(functions: HeldFunction[], auditor: Opening | undefined): HeldFunction[] {
  if (!auditor) return functions
  return functions.map((one) =>
    one.environment === 'front' && auditor.screens.has(one.path)
      ? { ...one, every_company: true }
      : one,
  )
}

function openingOf(functions: readonly HeldFunction[]): Opening {
  const screens = new Map<string, Set<string>>()
  const endpoints = new Set<string>()
  for (const { path, environment, method, actions } of functions) {
    if (environment === 'back') endpoints.add(`${method} ${path}`)
    else if (environment === 'front')
      screens.set(path, new Set(actions.map((action) => action.path)))
  }
  return { screens, endpoints }
}
