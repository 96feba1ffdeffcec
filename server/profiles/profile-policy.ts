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
 * Throws unless the caller may write the profile: companies write only their own. Called after the scope check, so that
 * invisible profiles stay 404.
 */
export function requireProfileWriter(who: Principal, profile: { company_id: number | null }): void {
  if (isAdministrator(who)) return
  if (profile.company_id === null || profile.company_id !== who.place?.companyId)
    throw new Problem('forbidden')
}

/** Only administrators offer profiles to companies and create master profiles (console.md §6). */
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

/** Returns the actions of `/profile-edit` that a save needs: deleting and activating are separate actions. */
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
 * Throws unless the caller holds all actions of the save: any single one admits to the endpoint; a back function grants
 * all. Activating gives its holders what the profile allows, so a delegation doesn't count for it (decision 52).
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
 * Returns whether a system profile stays unchanged except for its name. Otherwise the console would become
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

/** A function, by the screen or endpoint of this console that it grants. */
export interface GivenFunction {
  url: string
  environment: string | null
  method: string | null
}

/**
 * Returns whether the caller may add a function, or an action of it, to a profile of the module. In other modules a
 * company may add everything that is offered to companies; in this console only what is assigned to the caller (rulings
 * §5).
 */
export function mayGive(
  who: Principal,
  moduleId: number,
  { url, environment, method }: GivenFunction,
  action?: { path: string | null },
): boolean {
  if (isAdministrator(who) || moduleId !== consoleModuleId) return true
  // Profiles 3 and 4 only read: their functions grant no writes and can't be given (decision 53).
  const held = assignedTo(who)?.writing
  if (!held) return false
  if (environment === 'back') return action === undefined && held.endpoints.has(`${method} ${url}`)
  const actions = held.screens.get(url)
  if (!actions) return false
  return action === undefined || (action.path !== null && actions.has(action.path))
}
