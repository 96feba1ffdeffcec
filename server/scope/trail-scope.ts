import { auditorProfileId } from '../../contract/constants.ts'
import type { Principal } from '../binder/principal.ts'
import { type Scope, scopeOf } from './scope.ts'

/**
 * Whose events somebody reads: administrators and who holds profile 4 those of every company; anyone else those that were
 * made in the name of the company that the token is for (rulings §10). For reading alone: profile 4 writes nothing.
 */
export function trailScopeOf(who: Principal): Scope {
  const profiles = who.place?.grants.held.profiles ?? []
  return profiles.some(({ id }) => id === auditorProfileId) ? 'everything' : scopeOf(who)
}
