import type { companyInvitations } from '../../contract/company-invitations.ts'
import type { manyUsers } from '../../contract/many-users.ts'
import type { userSessions } from '../../contract/user-sessions.ts'
import type { users } from '../../contract/users.ts'
import { awaitsApproval } from '../recoveries/recovery-approval.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import { isAdministrator, scopeOf, scopeToInvite } from '../scope/scope.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import {
  activateUser,
  blockUser,
  deleteUser,
  inviteAgain,
  requireInvited,
} from './account-service.ts'
import {
  acceptInvitation,
  readInvitations,
  refuseInvitation,
} from './company-invitation-service.ts'
import { blockUsers, deleteUsers } from './many-account-service.ts'
import { countInvitations, inviteMany } from './many-invitation-service.ts'
import { createUserWithProfiles } from './user-creation-with-profiles.ts'
import { searchUsers } from './user-search-queries.ts'
import { isCorrection, replaceUser } from './user-replacement.ts'
import { readUser } from './user-service.ts'
import { endSessionOf, endSessionsOf, listSessionsOf } from './user-session-service.ts'

interface Parts {
  clock: Clock
  keyring: Keyring
  rateLimiter: RateLimiter
  config: { publicUrl: string }
}

export function userRoutes({
  clock,
  keyring,
  rateLimiter,
  config: { publicUrl },
}: Parts): Handlers<
  typeof users & typeof manyUsers & typeof userSessions & typeof companyInvitations
> {
  const parts = { clock, keyring, rateLimiter, publicUrl }
  return {
    userSearch({ read, who, body }) {
      const scopes = {
        people: scopeOf(who),
        invited: scopeToInvite(who),
        recovering: awaitsApproval(who, clock.now()),
        companies: isAdministrator(who),
        factors: who.session !== undefined,
      }
      return read((db) => searchUsers(db, scopes, body, clock.now()))
    },
    userGet: ({ db, who, params }) => readUser(db, who, params.id, clock.now()),
    userCreate: transaction({
      // Runs before the transaction, because rate limits are counted on another connection.
      beforeTransaction: ({ who }) => rateLimiter.consumeForInviter(who.userId),
      run: (call) => createUserWithProfiles(call, call.body, parts),
    }),
    userUpdate: transaction({
      // A new e-mail causes an invitation, which counts for the same limits.
      async beforeTransaction({ db, who, body: { id, email } }) {
        if (email === undefined || !(await isCorrection(db, who, { id, email }))) return
        await rateLimiter.consumeForInviter(who.userId)
        await rateLimiter.consumeForInvitee(email)
      },
      run: (call) => replaceUser(call, call.body, parts),
    }),
    userInvite: transaction({
      async beforeTransaction({ db, who, body }) {
        const { email } = await requireInvited(db, who, body.id)
        await rateLimiter.consumeForInviter(who.userId)
        await rateLimiter.consumeForInvitee(email)
      },
      run: (call) => inviteAgain(call, call.body.id, parts),
    }),
    userBlock: (call) => blockUser(call, call.body, parts),
    userDelete: (call) => deleteUser(call, call.body.email, parts),
    userActivate: (call) => activateUser(call, call.body.id),
    userBlockMany: (call) => blockUsers(call, call.body, parts),
    userDeleteMany: (call) => deleteUsers(call, call.body, parts),
    userInviteMany: transaction({
      beforeTransaction: (call) => countInvitations(call, call.body, rateLimiter),
      run: (call, withinLimit) => inviteMany(call, call.body, { withinLimit, keyring }),
    }),

    sessionListOfUser: ({ db, who, params }) => listSessionsOf(db, who, params.userId, clock.now()),
    sessionEndOfUser: (call) => endSessionOf(call, call.params, clock.now()),
    sessionEndAllOfUser: (call) => endSessionsOf(call, call.params.userId, clock.now()),

    companyInvitationList: ({ db, who }) => readInvitations(db, who, clock.now()),
    companyInvitationAccept: (call) => acceptInvitation(call, call.params.id, clock.now()),
    companyInvitationDecline: (call) => refuseInvitation(call, call.params.id, clock.now()),
  }
}
