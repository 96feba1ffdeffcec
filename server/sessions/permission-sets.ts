import { administratorProfileId } from '../../contract/constants.ts'
import type {
  Grants,
  HeldPermissions,
  AssignedFunction,
  AssignedProfile,
  PermissionIndex,
} from '../pipeline/principal.ts'
import { digestTextOf } from '../secrets/random.ts'
import type { InvalidationLog } from './invalidation-log.ts'

/** Permissions of a set of profiles, as the database returns them (grants-queries.ts). */
interface Contents extends Pick<HeldPermissions, 'profiles' | 'functions'> {
  /** Functions of the assigned profiles; null if no profile is delegated. */
  own_functions: AssignedFunction[] | null
  /**
   * Functions of profile 3, of profile 4, and of the other profiles. Null if the user has neither profile 3 nor profile
   * 4.
   */
  readers: {
    support: AssignedFunction[] | null
    auditor: AssignedFunction[] | null
    others: AssignedFunction[]
    /** The assigned functions among `others`. Null if no profile is delegated. */
    own_others: AssignedFunction[] | null
  } | null
  /** Ids of all functions and actions of the profiles, even of inactive ones. */
  function_ids: number[]
  action_ids: number[]
}

/** Permissions of profiles, without those parts that depend on the company. */
type Permissions = Omit<Grants, 'held' | 'own' | 'until' | 'delegation'> &
  Omit<HeldPermissions, 'company'>

/** Permissions of a set of profiles, indexed for permission checks. All users with these profiles share the object. */
export class PermissionSet {
  readonly key: string
  readonly contents: Contents
  readonly #all: Permissions
  /** Permissions by assignment; undefined if all profiles are delegated. */
  readonly #own: Permissions | undefined
  /** Approximate size in bytes. */
  readonly weight: number
  /** Number of cached grants that use this set. */
  references = 0
  readonly #keys: readonly string[]
  /** Grants without a delegation or end date, by company. */
  readonly #grants = new Map<number, Grants>()
  #latestChange = 0
  #checkedAt = 0

  constructor(key: string, text: string) {
    this.key = key
    this.contents = JSON.parse(text) as Contents
    const { profiles, functions, own_functions, readers } = this.contents
    this.#all = permissionsOf(profiles, functions, readers, readers?.others)
    const assigned = profiles.filter(({ delegation_id }) => delegation_id === null)
    if (own_functions === null) this.#own = this.#all
    else if (assigned.length > 0)
      this.#own = permissionsOf(assigned, own_functions, readers, readers?.own_others ?? undefined)
    this.#keys = [
      ...this.contents.function_ids.map((id) => `function:${id}`),
      ...this.contents.action_ids.map((id) => `action:${id}`),
    ]
    this.weight = 1024 + 3 * text.length + 100 * this.#keys.length
  }

  /**
   * Returns the grants in a company. All users without a delegation share the object. Compares the company's name too,
   * since it may have changed.
   */
  grantsIn(company: HeldPermissions['company']): Grants {
    const cached = this.#grants.get(company.id)
    if (cached?.held.company.name === company.name) return cached
    const own = this.#own && assignedGrants(this.#own, company)
    const grants = own && this.#own === this.#all ? own : grantsWith(this.#all, company, own)
    this.#grants.set(company.id, grants)
    return grants
  }

  /**
   * Returns the number of the latest change of a function or action of this set. Computed only once for all users of
   * the set.
   */
  latestChange(invalidations: InvalidationLog): number {
    if (invalidations.latestOfKinds(['function', 'action']) > this.#checkedAt)
      this.#latestChange = invalidations.latest(this.#keys)
    this.#checkedAt = invalidations.count
    return this.#latestChange
  }
}

/** Reference-counted permission sets. Thousands of users have the same profiles, whose permissions are stored once. */
export class PermissionSets {
  readonly #sets = new Map<string, PermissionSet>()
  #weight = 0

  /** Approximate size of all sets in bytes. */
  get weight(): number {
    return this.#weight
  }

  /** Returns the set for the JSON text of the database. For each call, `release` must be called once. */
  acquire(text: string): PermissionSet {
    // A digest is a shorter key than the text, which may have many kilobytes.
    const key = digestTextOf(text)
    const set = this.#sets.get(key) ?? new PermissionSet(key, text)
    if (set.references++ === 0) {
      this.#sets.set(key, set)
      this.#weight += set.weight
    }
    return set
  }

  release(set: PermissionSet): void {
    if (--set.references > 0) return
    this.#sets.delete(set.key)
    this.#weight -= set.weight
  }
}

/**
 * Returns the permissions of these profiles. `others` are the functions of profiles other than 3 and 4; undefined if
 * the user has neither of them.
 */
function permissionsOf(
  profiles: AssignedProfile[],
  functions: AssignedFunction[],
  readers: Contents['readers'],
  others: AssignedFunction[] | undefined,
): Permissions {
  const opening = openingOf(functions)
  const auditor = readers?.auditor ? openingOf(readers.auditor) : undefined
  return {
    profiles,
    functions: markScreens(functions, auditor),
    ...opening,
    writing: others ? openingOf(others) : opening,
    support: readers?.support ? openingOf(readers.support) : undefined,
    auditor,
    // The role can't be delegated. If that changes, a delegation still must not make a user an administrator.
    administrator: profiles.some(
      ({ id, delegation_id }) => id === administratorProfileId && delegation_id === null,
    ),
    master: profiles.some((profile) => profile.master_profile),
  }
}

function grantsWith(
  { profiles, functions, ...permissions }: Permissions,
  company: HeldPermissions['company'],
  own: Grants | undefined,
): Grants {
  const held = { profiles, functions, company }
  return { ...permissions, held, own, delegation: undefined, until: Infinity }
}

/** Returns grants without a delegation. Their `own` refers to the same object. */
function assignedGrants(permissions: Permissions, company: HeldPermissions['company']): Grants {
  const grants = grantsWith(permissions, company, undefined)
  grants.own = grants
  return grants
}

/** Sets `every_company` on the screens that show the rows of all companies. */
function markScreens(
  functions: AssignedFunction[],
  auditor: PermissionIndex | undefined,
): AssignedFunction[] {
  if (!auditor) return functions
  return functions.map((one) =>
    one.environment === 'front' && auditor.screens.has(one.path)
      ? { ...one, every_company: true }
      : one,
  )
}

function openingOf(functions: readonly AssignedFunction[]): PermissionIndex {
  const screens = new Map<string, Set<string>>()
  const endpoints = new Set<string>()
  for (const { path, environment, method, actions } of functions) {
    if (environment === 'back') endpoints.add(`${method} ${path}`)
    else if (environment === 'front')
      screens.set(path, new Set(actions.map((action) => action.path)))
  }
  return { screens, endpoints }
}
