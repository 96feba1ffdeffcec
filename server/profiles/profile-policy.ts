import { consoleModuleId, systemProfileIds } from '../../contract/constants.ts'
import type { ScreenAction } from '../../contract/screens.ts'
import { assignedTo } from '../scope/granting-scope.ts'
import { isAdministrator } from '../scope/scope.ts'
import { type Grants, holdsGrant, type Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'

/** State of a profile, without its name. */
export interface ProfileState {
  id: number
  module_id: number
  status: 0 | 1
  accredited_enable: boolean
  master_profile: boolean
}

type Named = ProfileState & { name: string }

/**
 * Throws unless the caller may write the profile. Companies write only their own profiles. Called after the scope
 * check, so that invisible profiles stay 404.
 */
export function requireProfileWriter(who: Principal, profile: { company_id: number | null }): void {
  if (isAdministrator(who)) return
  if (profile.company_id === null || profile.company_id !== who.place?.companyId)
    throw new Problem('forbidden')
}

/**
 * Throws if a caller other than an administrator offers the profile to companies or makes it a master profile
 * (console.md §6).
 */
export function requireAllowedReach(
  who: Principal,
  before: Pick<ProfileState, 'accredited_enable' | 'master_profile'>,
  after: Pick<ProfileState, 'accredited_enable' | 'master_profile'>,
): void {
  if (isAdministrator(who)) return
  if (
    after.accredited_enable !== before.accredited_enable ||
    after.master_profile !== before.master_profile
  )
    throw new Problem('forbidden')
}

/**
 * Returns the actions of `/profile-edit` that a save requires. Deleting and activating require actions of their own.
 */
export function actionsNeeded(before: Named, after: Named): ScreenAction<'/profile-edit'>[] {
  const edited =
    after.name !== before.name ||
    after.module_id !== before.module_id ||
    after.accredited_enable !== before.accredited_enable ||
    after.master_profile !== before.master_profile
  if (after.status === before.status) return ['update']
  return [after.status === 0 ? 'delete' : 'activate', ...(edited ? (['update'] as const) : [])]
}

/**
 * Throws unless the caller holds all actions that the save requires, because the guard admits callers with any one of
 * them. A back function includes all actions. Activating gives holders of the profile what it allows, so a delegation
 * does not count for it (decision 52).
 */
export function requireActions(
  who: Principal,
  needed: readonly ScreenAction<'/profile-edit'>[],
): void {
  if (!needed.every((action) => allows(who.place?.grants, action))) throw new Problem('forbidden')
  if (needed.includes('activate') && !allows(assignedTo(who), 'activate'))
    throw new Problem('delegation-grants-nothing')
}

const allows = (grants: Grants | undefined, action: ScreenAction<'/profile-edit'>): boolean =>
  grants !== undefined &&
  (grants.writing.endpoints.has('PUT /profile/{id}') ||
    holdsGrant(grants.writing, { screen: '/profile-edit', action }))

/**
 * Returns whether a system profile stays unchanged, except for its name. Other changes could make the console
 * inaccessible.
 */
export function keepsMeaning(before: ProfileState, after: ProfileState): boolean {
  if (!systemProfileIds.some((id) => id === before.id)) return true
  return (
    after.status === before.status &&
    after.module_id === before.module_id &&
    after.accredited_enable === before.accredited_enable &&
    after.master_profile === before.master_profile
  )
}

/** A function, described by the screen or endpoint of this console that it grants. */
export interface GivenFunction {
  url: string
  environment: string | null
  method: string | null
}

/**
 * Returns whether the caller may add a function, or an action of it, to a profile of the module (rulings §5). In other
 * modules a company may add every function that is offered to companies. In this console it may add only those that are
 * assigned to the caller.
 */
export function mayGive(
  who: Principal,
  moduleId: number,
  { url, environment, method }: GivenFunction,
  action?: { path: string | null },
): boolean {
  if (isAdministrator(who) || moduleId !== consoleModuleId) return true
  // Excludes profiles 3 and 4: they grant only reads, and their functions can't be given to others (decision 53).
  const held = assignedTo(who)?.writing
  if (!held) return false
  if (environment === 'back') return action === undefined && held.endpoints.has(`${method} ${url}`)
  const actions = held.screens.get(url)
  if (!actions) return false
  return action === undefined || (action.path !== null && actions.has(action.path))
}
