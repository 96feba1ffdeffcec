import type { Grant } from '../../contract/endpoint.ts'
import { holdsGrant, type Principal } from '../pipeline/principal.ts'
import { approverOf } from '../recoveries/recovery-approval.ts'
import { mayDecideRequests } from '../scope/access-request-scope.ts'
import { isAdministrator, scopeOn } from '../scope/scope.ts'
import { hasEveryPerson } from '../scope/user-scope.ts'

/** Whether the caller holds a screen, and its action if given, in the current company. */
export const holds = ({ place }: Principal, grant: Grant): boolean =>
  holdsGrant(place?.grants, grant)

const userList = { screen: '/user-list' } as const

const managesPeople = (who: Principal): boolean =>
  holds(who, userList) && holds(who, { screen: '/user-edit', action: 'block' })

/** Whether a caller sees each section of HOME. Most sections require the action that resolves their entries. */
export const permissions = {
  onDelegations: (who: Principal) => holds(who, { screen: '/master-delegation', action: 'create' }),
  onTokens: (who: Principal) => holds(who, { screen: '/token-management', action: 'create' }),
  onProfiles: (who: Principal) => holds(who, { screen: '/user-edit-profile', action: 'update' }),
  onPeople: managesPeople,
  onApprovals: (who: Principal) => approverOf(who) !== undefined,
  /**
   * Advice to those who could require a second factor, or for whose company one is required (`countWithoutFactor`). Not
   * for profiles 3 and 4, whose list also contains people of companies that they do not manage.
   */
  onFactors: (who: Principal) =>
    managesPeople(who) && (isAdministrator(who) || !hasEveryPerson(scopeOn(who, userList))),
  onAccessRequests: (who: Principal) =>
    holds(who, { screen: '/request-list' }) && mayDecideRequests(who),
  onInvitations: (who: Principal) => holds(who, { screen: '/user-edit', action: 'reset-password' }),
  onSeats: (who: Principal) => holds(who, userList),
  /**
   * Networks, messages, secrets and the sealing of the audit log belong to no company. Only administrators see them,
   * whatever a profile grants.
   */
  onNetworks: (who: Principal) =>
    isAdministrator(who) && holds(who, { screen: '/network-list', action: 'unlock' }),
  onMessages: (who: Principal) =>
    isAdministrator(who) && holds(who, { screen: '/message-list', action: 'retry' }),
  onSealing: (who: Principal) => isAdministrator(who) && holds(who, { screen: '/audit-list' }),
  /** Only for administrators, because the association is the data controller (decision 42). */
  onDataRequests: (who: Principal) =>
    isAdministrator(who) && holds(who, { screen: '/data-request-list', action: 'answer' }),
  onSecrets: (who: Principal) =>
    isAdministrator(who) && holds(who, { screen: '/secret-management', action: 'create' }),
  /** Shown to the users who manage a company. Administrators manage the installation instead. */
  onFirstSteps: (who: Principal) =>
    !isAdministrator(who) && holds(who, { screen: '/user-create', action: 'create' }),
  /** This section only informs, so no action is required. */
  onSignIns: (who: Principal) => holds(who, userList),
} as const
