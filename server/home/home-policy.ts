import type { Grant } from '../../contract/endpoint.ts'
import { holdsGrant, type Principal } from '../binder/principal.ts'
import { isAdministrator } from '../scope/scope.ts'

/** Whether somebody holds a screen, and its action where one is named, in the place they are in. */
export const holds = ({ place }: Principal, grant: Grant): boolean =>
  holdsGrant(place?.grants, grant)

/** What HOME tells of, by what can be done about it: nobody is told what they can do nothing about. */
export const acts = {
  onDelegations: (who: Principal) => holds(who, { screen: '/master-delegation', action: 'create' }),
  onTokens: (who: Principal) => holds(who, { screen: '/token-management', action: 'create' }),
  onPeople: (who: Principal) =>
    holds(who, { screen: '/user-list' }) && holds(who, { screen: '/user-edit', action: 'block' }),
  onInvitations: (who: Principal) => holds(who, { screen: '/user-edit', action: 'reset-password' }),
  onSeats: (who: Principal) => holds(who, { screen: '/user-list' }),
  /** The rest belongs to no company, whatever a profile grants. */
  onNetworks: (who: Principal) =>
    isAdministrator(who) && holds(who, { screen: '/network-list', action: 'unlock' }),
  onMessages: (who: Principal) =>
    isAdministrator(who) && holds(who, { screen: '/message-list', action: 'retry' }),
  /** The association is who answers by law (decision 42). */
  onDataRequests: (who: Principal) =>
    isAdministrator(who) && holds(who, { screen: '/data-request-list', action: 'answer' }),
  onSecrets: (who: Principal) =>
    isAdministrator(who) && holds(who, { screen: '/secret-management', action: 'create' }),
  /** They do nothing about sign-ins themselves, but look after who signs in. */
  onSignIns: (who: Principal) => holds(who, { screen: '/user-list' }),
} as const
