import type { accountReports } from '../../contract/account-reports.ts'
import type { Recovery, recoveries } from '../../contract/recoveries.ts'
import type { Db } from '../database/database.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireFound, type Write } from '../pipeline/record.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import { requireNotOutranked } from '../scope/account-rank.ts'
import { type Scope, scopeOf } from '../scope/scope.ts'
import { lockAccount, requireAccount } from '../scope/user-scope.ts'
import { requireProof } from '../passkeys/require-own-factor.ts'
import { isUnusedLink, reportAccount } from './account-report.ts'
import { removeFactors } from './remove-factors.ts'
import { approvalRefusal, type Approver, approverOf, findToApprove } from './recovery-approval.ts'
import {
  cancelRecoveries,
  findFreeze,
  findPendingById,
  isFrozen,
  listPending,
  lockRecoveryOwner,
  markApproved,
  setFreeze,
  type StoredRecovery,
} from './recovery-queries.ts'
import { isEffective, type RecoveryParts, startRecovery } from './recovery-service.ts'
import { readReportToken } from '../outbox/report-links.ts'

/** Handlers for recoveries with two proofs (decision 96) and for the link 'Não fui eu' (decision 97). */
export function recoveryRoutes(
  parts: RecoveryParts & { rateLimiter: RateLimiter },
): Handlers<typeof recoveries & typeof accountReports> {
  const { clock, keyring, rateLimiter } = parts
  return {
    async recoveryList({ db, who }) {
      // In any session: a confirmation by passkey also suffices, and `requireProof` refuses others.
      return showPending(db, { userId: who.userId, scope: undefined, approver: 'user' }, parts)
    },

    async recoveryStart({ db, who, audit }) {
      audit({ target: `user:${who.userId}` })
      const by = { userId: who.userId }
      return started(
        await startRecovery(db, who.userId, { kind: 'factors', by }, parts),
        clock.now(),
      )
    },

    async recoveryApprove({ db, who, params, audit, confirmedBy }) {
      audit({ target: `user:${who.userId}` })
      requireProof(who, confirmedBy)
      return approve({ db, audit }, { userId: who.userId, id: params.id, approver: 'user' }, parts)
    },

    async recoveryCancel({ db, who, params, audit }) {
      audit({ target: `user:${who.userId}` })
      const of = { userId: who.userId, id: params.id, by: who.userId }
      return cancel({ db, audit }, of, clock.now())
    },

    async recoveryUnfreeze({ db, who, audit, confirmedBy }) {
      audit({ target: `user:${who.userId}` })
      requireProof(who, confirmedBy)
      return unfreeze(db, who.userId, clock.now())
    },

    async recoveryListOfUser({ db, who, params: { userId } }) {
      await requireAccount(db, who, { id: userId })
      const of = { userId, scope: scopeOf(who), approver: approverOf(who) }
      return showPending(db, of, parts)
    },

    async recoveryStartOfUser({ db, who, params: { userId }, body, audit }) {
      audit({ target: `user:${userId}`, after: { recovery_reason: body.reason } })
      await requireOther(db, who, userId)
      const by = { userId: who.userId, reason: body.reason }
      return started(await startRecovery(db, userId, { kind: 'factors', by }, parts), clock.now())
    },

    async recoveryApproveOfUser({ db, who, params: { userId, id }, audit }) {
      audit({ target: `user:${userId}` })
      await lockAccount(db, who, { id: userId })
      return approve({ db, audit }, { userId, id, approver: approverOf(who) }, parts)
    },

    async recoveryCancelOfUser({ db, who, params: { userId, id }, audit }) {
      audit({ target: `user:${userId}` })
      await lockAccount(db, who, { id: userId })
      return cancel({ db, audit }, { userId, id, by: who.userId }, clock.now())
    },

    async recoveryUnfreezeOfUser({ db, who, params: { userId }, audit }) {
      audit({ target: `user:${userId}` })
      await requireOther(db, who, userId)
      return unfreeze(db, userId, clock.now())
    },

    accountReport: transaction({
      async beforeTransaction({ db, body, request }) {
        const reported = readReportToken(keyring, body.token, clock.now())
        if (reported && (await isUnusedLink(db, reported))) return reported
        // Used links count like forged ones, so that a flood of one link does not occupy the database.
        await rateLimiter.consumeForNetwork('handle', request.address)
        if (!reported) throw new Problem('report-link-expired')
        return undefined
      },
      async run({ db, audit, nothingChanged }, reported) {
        const ended = reported && (await reportAccount(db, reported, parts))
        if (ended)
          audit({
            target: `user:${reported.userId}`,
            after: { notice: reported.notice, ...ended },
          })
        else nothingChanged()
        return {}
      },
    }),
  }
}

/** Locks the account of another, active user that the caller may manage and that does not outrank the caller. */
async function requireOther(db: Db, who: Principal, userId: number): Promise<void> {
  const { active, suspended } = await lockAccount(db, who, { id: userId })
  if (userId === who.userId) throw new Problem('user-is-oneself')
  if (!active || suspended) throw new Problem('user-not-active')
  await requireNotOutranked(db, who, userId)
}

async function showPending(
  db: Db,
  { userId, scope, approver }: { userId: number; scope: Scope | undefined; approver: Approver },
  { clock, config }: Pick<RecoveryParts, 'clock' | 'config'>,
) {
  const now = clock.now()
  const frozen = await findFreeze(db, userId, now)
  const pending = await listPending(db, {
    userId,
    scope,
    refusal: approvalRefusal(approver, now),
    now,
  })
  return {
    recoveries: pending.map(({ starter_name, refusal, ...recovery }) => ({
      ...present(recovery, starter_name, now),
      may_approve: refusal === null,
    })),
    frozen_until: frozen?.toISOString() ?? null,
    wait_hours: config.recoveryWaitHours,
  }
}

function started(made: Awaited<ReturnType<typeof startRecovery>>, now: Date): Recovery {
  if (!made) throw new Problem('no-own-factor')
  if (!made.started) throw new Problem('recovery-pending')
  return present(made.recovery, null, now)
}

function present(recovery: StoredRecovery, starterName: string | null, now: Date): Recovery {
  const { id, kind, started_by, user_id, reason, waits_until } = recovery
  const own = started_by === user_id
  return {
    id,
    kind,
    started_at: recovery.started_at.toISOString(),
    origin: started_by === null ? 'secret-answer' : own ? 'user' : 'other',
    started_by: own ? null : starterName,
    reason,
    waits_until: waits_until?.toISOString() ?? null,
    expires_at: recovery.expires_at.toISOString(),
    effective: isEffective(recovery, now),
  }
}

/** Approves a pending recovery. The removal of factors then takes effect at once. */
async function approve(
  { db, audit }: Pick<Write, 'db' | 'audit'>,
  { userId, id, approver }: { userId: number; id: number; approver: Approver },
  parts: RecoveryParts,
) {
  const now = parts.clock.now()
  const owner = await lockRecoveryOwner(db, userId, now)
  const { refusal, kind } = await findToApprove(db, { userId, id, approver }, now)
  if (refusal !== null) throw new Problem(refusal)
  audit({ after: { recovery: kind } })
  const by = typeof approver === 'object' ? approver.userId : null
  await markApproved(db, id, { by, now })
  if (kind === 'factors') await removeFactors(db, owner, { id, now }, parts)
  return {}
}

async function cancel(
  { db, audit }: Pick<Write, 'db' | 'audit'>,
  { userId, id, by }: { userId: number; id: number; by: number },
  now: Date,
) {
  await lockRecoveryOwner(db, userId, now)
  const { kind } = requireFound(await findPendingById(db, userId, id, now), 'not-found')
  audit({ before: { recovery: kind } })
  await cancelRecoveries(db, userId, { id, by, now })
  return {}
}

async function unfreeze(db: Db, userId: number, now: Date) {
  const owner = await lockRecoveryOwner(db, userId, now)
  if (!isFrozen(owner, now)) throw new Problem('not-found')
  await setFreeze(db, userId, null)
  return {}
}
