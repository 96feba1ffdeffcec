import { endSessionsWithoutFactor, requireOwnFactor } from './require-own-factor.ts'
import { maxPasskeys, type Passkey, type passkeys } from '../../contract/passkeys.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { enqueueMessage, type Message } from '../outbox/outbox-queries.ts'
import { reportable } from '../outbox/report-links.ts'
import { passkeyAddedNotice, passkeyRemovedNotice } from '../outbox/security-notices.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import type { SignedInPrincipal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { DeviceCookie } from '../rate-limits/device-cookie.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { Clock } from '../shared/clock.ts'
import { nameOfAuthenticator } from './authenticator-names.ts'
import type { PasskeyChallenges } from './passkey-challenges.ts'
import {
  countPasskeys,
  deletePasskey,
  findOwner,
  insertPasskey,
  listPasskeys,
  lockOwner,
  lockPasskey,
  renamePasskey,
  useChallenge,
} from './passkey-queries.ts'
import { passkeySignIn } from './passkey-sign-in.ts'
import { creationOptionsFor, relyingPartyOf, userHandleOf } from './relying-party.ts'
import { verifyRegistration } from './verify-passkey.ts'

export interface PasskeyParts {
  config: Pick<Config, 'publicUrl' | 'brand'>
  clock: Clock
  keyring: Keyring
  passkeyChallenges: PasskeyChallenges
  sessions: SessionService
  rateLimiter: RateLimiter
  devices: DeviceCookie
}

/** Handlers for the user's own passkeys, and for the sign-in with one (decision 91). */
export function passkeyRoutes(parts: PasskeyParts): Handlers<typeof passkeys> {
  const { clock, keyring, passkeyChallenges: challenges } = parts
  const party = relyingPartyOf(parts.config)
  const links = { keyring, publicUrl: parts.config.publicUrl }
  const notify = (db: Db, { id: userId }: { id: number }, notice: string, message: Message) =>
    enqueueMessage(db, keyring, reportable(message, links, { userId, notice, now: clock.now() }))
  const endOthers = (db: Db, { userId, session }: SignedInPrincipal) =>
    endSessionsWithoutFactor(db, { userId, except: session.id, now: clock.now() })
  return {
    ...passkeySignIn(parts),

    async passkeyList({ db, who }) {
      const owner = await findOwner(db, who.userId)
      const own = await listPasskeys(db, who.userId)
      return {
        passkeys: own.map((row) => present(row)),
        rp_id: party.id,
        user_handle: userHandleOf(owner),
      }
    },

    async passkeyOptions({ db, who }) {
      const owner = await findOwner(db, who.userId)
      const own = await listPasskeys(db, who.userId)
      requireRoom(owner, own.length)
      const { session, challenge } = challenges.issue({
        purpose: 'registration',
        session_id: who.session.id,
      })
      return { session, options: creationOptionsFor(party, challenge, owner, own) }
    },

    passkeyCreate: transaction({
      async beforeTransaction({ who, body, audit }) {
        audit({ target: `user:${who.userId}` })
        const { challenge, used } = challenges.open(body.session, {
          purpose: 'registration',
          session_id: who.session.id,
        })
        const proven = await verifyRegistration(party, challenge, body.credential)
        if (!proven) throw new Problem('passkey-refused', { recorded: true })
        return { proven, used }
      },
      async run({ db, who, audit, confirmedBy }, { proven, used }) {
        const owner = await lockOwner(db, who.userId)
        await requireOwnFactor(db, who, confirmedBy)
        if (!(await useChallenge(db, used))) throw new Problem('passkey-challenge-expired')
        requireRoom(owner, await countPasskeys(db, who.userId))
        await endOthers(db, who)
        const made = await insertPasskey(db, {
          ...proven,
          user_id: who.userId,
          name: nameOfAuthenticator(proven.aaguid),
          rp_id: party.id,
          created_at: clock.now(),
        })
        await notify(db, owner, 'passkey-added', passkeyAddedNotice(owner, made.name))
        audit({ after: { passkey_id: made.id, passkey: made.name } })
        return present(made)
      },
    }),

    async passkeyRename({ db, who, params, body, audit }) {
      const found = await lockPasskey(db, who.userId, params.id)
      if (!found) throw new Problem('not-found')
      const renamed = await renamePasskey(db, found.id, body.name)
      audit({
        target: `user:${who.userId}`,
        before: { passkey_id: found.id, passkey: found.name },
        after: { passkey_id: found.id, passkey: renamed.name },
      })
      return present(renamed)
    },

    async passkeyDelete({ db, who, params, audit, confirmedBy }) {
      // In the lock order of a sign-in, which locks the user first.
      const owner = await lockOwner(db, who.userId)
      await requireOwnFactor(db, who, confirmedBy)
      const found = await lockPasskey(db, who.userId, params.id)
      if (!found) throw new Problem('not-found')
      await deletePasskey(db, found.id)
      await endOthers(db, who)
      await notify(db, owner, 'passkey-removed', passkeyRemovedNotice(owner, found.name))
      audit({
        target: `user:${who.userId}`,
        before: { passkey_id: found.id, passkey: found.name },
      })
      return {}
    },
  }
}

/** Throws for a user of an identity provider, which decides how its users sign in, and at the maximum number. */
function requireRoom({ federated }: { federated: boolean }, existing: number): void {
  if (federated) throw new Problem('forbidden')
  if (existing >= maxPasskeys) throw new Problem('passkey-limit')
}

type Row = Awaited<ReturnType<typeof listPasskeys>>[number]

function present({ credential_id, created_at, last_used_at, ...row }: Row): Passkey {
  return {
    ...row,
    credential_id: credential_id.toString('base64url'),
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}
