import type { Logger } from 'pino'
import type { NoteSigner } from '../audit/log/signed-note.ts'
import { CheckpointKeeper } from '../audit/sealing/checkpoint-keeper.ts'
import { watchSealing } from '../audit/sealing/log-state.ts'
import { runSealer } from '../audit/sealing/sealer.ts'
import type { Config } from '../config.ts'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import { processDueReviews } from '../access-reviews/due-reviews.ts'
import { enqueueAccessRequestMails } from '../access-requests/access-request-mails.ts'
import { EndingNotices } from '../api-tokens/ending-notices.ts'
import { applyDueChanges } from '../email-changes/apply-email-change.ts'
import { enqueueDelegationMails } from '../delegations/delegation-mails.ts'
import { enqueueAssignmentEndings } from '../user-profiles/ending-mails.ts'
import { makeTransports } from '../outbox/transports.ts'
import { OutboxDelivery } from '../outbox/outbox-delivery.ts'
import { firstAccessMaker } from '../passwords/first-access.ts'
import { completeDueRecoveries } from '../recoveries/due-recoveries.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { ApiTokenCache } from '../sessions/api-token-cache.ts'
import type { SessionCache } from '../sessions/session-cache.ts'
import { type Clock, hours, minutes, seconds } from '../shared/clock.ts'
import { deleteExpired } from './housekeeping.ts'
import type { PublishedAssets } from './published-assets.ts'

interface BackgroundParts {
  db: Db
  sealingDb: Db
  auditKey: NoteSigner
  keyring: Keyring
  changes: Changes
  sessionCache: SessionCache
  apiTokens: ApiTokenCache
  config: Config
  clock: Clock
  log: Logger
  published: PublishedAssets
}

/**
 * Starts the background jobs: delivery of messages, sealing of the audit log, writing of last uses, and deletion of
 * expired rows.
 */
export function startBackground(parts: BackgroundParts) {
  const { config, sessionCache, apiTokens, log } = parts
  const stopping = new AbortController()
  const stopTimers = startTimers(parts)
  const running = [
    deliverMessages(parts, stopping.signal),
    sealAuditLog(parts, config.auditCheckpoints, stopping.signal),
    ...[sessionCache, apiTokens].map((remembered) =>
      remembered.keepFlushing(stopping.signal, (error) =>
        log.warn({ err: error }, 'cannot write last uses'),
      ),
    ),
  ]
  return {
    /** Stops the jobs after the work in progress. */
    async stop() {
      stopTimers()
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** Work that is repeated at intervals. A failure is logged, and the work is done again at the next interval. */
interface RepeatedWork {
  /** In milliseconds. */
  interval: number
  work: () => Promise<unknown>
  /** Log message of a failure. */
  failure: string
  /** Whether the work is also done at the start. */
  atStart?: boolean
}

function repeatedWork(parts: BackgroundParts): RepeatedWork[] {
  const { db, keyring, clock, config, log, published } = parts
  const endings = new EndingNotices({ db, keyring, clock })
  return [
    {
      interval: hours(1),
      work: () => deleteExpired(db, clock.now(), config),
      failure: 'cannot delete expired rows',
    },
    {
      interval: hours(1),
      work: () => published.refresh(),
      failure: 'cannot confirm the files of the web app',
    },
    {
      interval: hours(1),
      work: () => endings.enqueue(),
      failure: 'cannot queue notices of ending API tokens',
      atStart: true,
    },
    {
      interval: minutes(10),
      work: () => enqueueAssignmentEndings({ db, keyring, clock }),
      failure: 'cannot queue mails about ends of profiles',
    },
    {
      interval: seconds(30),
      work: () =>
        db
          .transaction()
          .execute((within) => enqueueDelegationMails(within, keyring, { now: clock.now() })),
      failure: 'cannot queue notices of delegations',
    },
    {
      interval: seconds(30),
      work: () => enqueueAccessRequestMails({ db, keyring, clock }),
      failure: 'cannot queue mails about access requests',
    },
    {
      interval: seconds(30),
      work: () => applyDueChanges(db, { clock, keyring, config, log }),
      failure: 'cannot apply due changes of e-mails',
    },
    {
      interval: seconds(30),
      work: () => completeDueRecoveries(db, { keyring, clock, config, log }),
      failure: 'cannot complete recoveries',
    },
    {
      interval: seconds(30),
      work: () => processDueReviews(db, { clock, keyring, config }),
      failure: 'cannot process access reviews',
    },
    {
      interval: seconds(10),
      work: watchSealing(db, log),
      failure: 'cannot check the sealing',
    },
  ]
}

/** Starts the repeated work. Returns the function that stops it. */
function startTimers(parts: BackgroundParts): () => void {
  const timers = repeatedWork(parts).map(({ interval, work, failure, atStart = false }) => {
    const run = (): void => {
      work().catch((error: unknown) => parts.log.warn({ err: error }, failure))
    }
    if (atStart) run()
    return setInterval(run, interval)
  })
  return () => timers.forEach((timer) => clearInterval(timer))
}

function deliverMessages(parts: BackgroundParts, signal: AbortSignal): Promise<void> {
  const { db, keyring, changes, config, clock, log } = parts
  const delivery = new OutboxDelivery({
    db,
    keyring,
    transports: makeTransports(config),
    mailRate: config.mailRate,
    log,
    firstAccess: firstAccessMaker({ clock, publicUrl: config.publicUrl }),
  })
  return delivery.keepDelivering(changes, signal)
}

/** Seals the audit log, and copies its heads to `place` if one is configured. */
async function sealAuditLog(
  { db, sealingDb, auditKey, log }: BackgroundParts,
  place: Config['auditCheckpoints'],
  signal: AbortSignal,
): Promise<void> {
  const keeper = place && new CheckpointKeeper({ db, place, log })
  const sealer = { db: sealingDb, signer: auditKey, log, sealed: () => keeper?.wake() }
  await runSealer(sealer, signal)
  await keeper?.finish()
}
