import { type factors, recoveryCodeCount } from '../../contract/factors.ts'
import type { Config } from '../config.ts'
import { enqueueMessage, type Message } from '../outbox/outbox-queries.ts'
import { reportable } from '../outbox/report-links.ts'
import {
  recoveryCodesMadeNotice,
  totpAddedNotice,
  totpRemovedNotice,
} from '../outbox/security-notices.ts'
import { findOwner, findPasskeyUse, lockOwner } from '../passkeys/passkey-queries.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import type { Db } from '../database/database.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireAccount } from '../scope/user-scope.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { digestOf } from '../secrets/random.ts'
import { newTemporaryPassword } from '../secrets/temporary-password.ts'
import type { Clock } from '../shared/clock.ts'
import {
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  insertTotp,
  replaceRecoveryCodes,
} from './factor-queries.ts'
import { endSessionsWithoutFactor, requireOwnFactor } from '../passkeys/require-own-factor.ts'
import { matchTotp, totpUri } from './totp.ts'
import type { TotpSecrets } from './totp-secrets.ts'

interface FactorParts {
  config: Pick<Config, 'publicUrl' | 'brand'>
  clock: Clock
  keyring: Keyring
  totpSecrets: TotpSecrets
}

/** Handlers for the user's own authenticator app and recovery codes (decision 92), and the factors of another user. */
export function factorRoutes(parts: FactorParts): Handlers<typeof factors> {
  const { clock, keyring, totpSecrets } = parts
  const { name: issuer } = relyingPartyOf(parts.config)
  const links = { keyring, publicUrl: parts.config.publicUrl }
  const notify = (db: Db, { id: userId }: { id: number }, notice: string, message: Message) =>
    enqueueMessage(db, keyring, reportable(message, links, { userId, notice, now: clock.now() }))
  return {
    factorList: ({ db, who }) => readCodes(db, who.userId),

    async factorListOfUser({ db, who, params: { userId } }) {
      await requireAccount(db, who, { id: userId })
      const { count, last_used_at } = await findPasskeyUse(db, userId)
      return {
        passkeys: { count, last_used_at: last_used_at?.toISOString() ?? null },
        ...(await readCodes(db, userId)),
      }
    },

    async totpOptions({ db, who }) {
      const owner = await findOwner(db, who.userId)
      requireOwnSignIn(owner)
      if (await findTotp(db, who.userId)) throw new Problem('totp-exists')
      const { secret, session } = totpSecrets.issue(who.session.id)
      const uri = totpUri(secret, { issuer, account: owner.email })
      const { encodeQR } = await import('qr')
      // Readers expect a quiet zone of four modules (ISO/IEC 18004).
      return { session, secret, uri, qr: encodeQR(uri, 'svg', { border: 4 }) }
    },

    async totpCreate({ db, who, body, audit, confirmedBy }) {
      audit({ target: `user:${who.userId}` })
      const owner = await lockOwner(db, who.userId)
      await requireOwnFactor(db, who, confirmedBy)
      requireOwnSignIn(owner)
      const secret = totpSecrets.open(body.session, who.session.id)
      if (await findTotp(db, who.userId)) throw new Problem('totp-exists')
      const now = clock.now()
      const step = matchTotp(secret, body.code, { now, lastStep: 0 })
      if (step === undefined) throw new Problem('totp-code-invalid')
      const sealed = totpSecrets.seal(secret, who.userId)
      await endSessionsWithoutFactor(db, { userId: who.userId, except: who.session.id, now })
      const made = await insertTotp(db, { userId: who.userId, sealed, step, now })
      await notify(db, owner, 'totp-added', totpAddedNotice(owner))
      return present(made)
    },

    async totpDelete({ db, who, audit, confirmedBy }) {
      audit({ target: `user:${who.userId}` })
      // The lock order of a sign-in: the user first.
      const owner = await lockOwner(db, who.userId)
      await requireOwnFactor(db, who, confirmedBy)
      if (!(await deleteTotp(db, who.userId))) throw new Problem('not-found')
      const now = clock.now()
      await endSessionsWithoutFactor(db, { userId: who.userId, except: who.session.id, now })
      await notify(db, owner, 'totp-removed', totpRemovedNotice(owner))
      return {}
    },

    async recoveryCodesCreate({ db, who, audit, confirmedBy }) {
      audit({ target: `user:${who.userId}` })
      const owner = await lockOwner(db, who.userId)
      await requireOwnFactor(db, who, confirmedBy)
      requireOwnSignIn(owner)
      const codes = Array.from({ length: recoveryCodeCount }, newTemporaryPassword)
      const digests = codes.map((code) => digestOf(code))
      const replaced = await replaceRecoveryCodes(db, {
        userId: who.userId,
        digests,
        now: clock.now(),
      })
      await notify(db, owner, 'codes-made', recoveryCodesMadeNotice(owner, replaced))
      return { codes }
    },
  }
}

/** Returns the authenticator app and the recovery codes of a user, as the contract shows them. */
async function readCodes(db: Db, userId: number) {
  const totp = await findTotp(db, userId)
  const codes = await countRecoveryCodes(db, userId)
  return {
    totp: totp ? present(totp) : null,
    recovery_codes: codes
      ? { created_at: codes.created_at.toISOString(), unused: codes.unused }
      : null,
  }
}

/** Throws for a user of an identity provider, which decides how its users sign in. */
function requireOwnSignIn({ federated }: { federated: boolean }): void {
  if (federated) throw new Problem('forbidden')
}

const present = ({
  created_at,
  last_used_at,
}: {
  created_at: Date
  last_used_at: Date | null
}) => ({
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
})
