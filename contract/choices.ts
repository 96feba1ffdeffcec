import type { Grant } from './endpoint.ts'
import type { ScreenPath } from './screens.ts'

/** Kinds of records that a select offers. */
type Choice =
  | 'service'
  | 'module'
  | 'function'
  | 'action'
  | 'profile'
  | 'company'
  | 'plan'
  | 'separation-rule'

/**
 * Kinds of records, besides its own, that each screen offers for selection. A user of the screen may read the lists of
 * these kinds.
 */
const choicesOf: Partial<Record<ScreenPath, readonly Choice[]>> = {
  '/module-list': ['service'],
  '/module-create': ['service'],
  '/module-edit': ['service'],
  '/function-list': ['service', 'module'],
  '/function-create': ['service', 'module'],
  '/function-edit': ['service', 'module'],
  '/operator-create': ['service', 'module', 'plan'],
  '/plan-module-manager-form': ['service', 'module'],
  '/plan-company-manager': ['company'],
  '/plan-loose': ['module', 'company'],
  '/plan-loose-form': ['service', 'module', 'company'],
  '/profile-list': ['service', 'module'],
  '/profile-create': ['service', 'module'],
  '/profile-edit': ['service', 'module'],
  '/profile-edit-function': ['function'],
  '/user-create': ['company'],
  '/user-edit': ['company', 'module', 'function', 'action'],
  '/user-edit-profile': ['profile', 'module', 'function', 'action'],
  '/master-delegation': ['profile'],
  '/separation-rule-form': ['profile', 'function'],
  '/request-list': ['module', 'company'],
}

/** Returns the grants that open a list: the screen that shows it, and every screen that offers its records. */
export function listGrants(own: ScreenPath, choice: Choice): readonly Grant[] {
  const choosing = (Object.keys(choicesOf) as ScreenPath[]).filter((screen) =>
    choicesOf[screen]?.includes(choice),
  )
  return [...new Set([own, ...choosing])].map((screen) => ({ screen }))
}

/** Returns the grants that open a record which several screens read. Any one of them suffices. */
export function grantsOfScreens(...screens: readonly ScreenPath[]): readonly Grant[] {
  return screens.map((screen) => ({ screen }))
}
