import type { Logger } from 'pino'
import type { NoteSigner } from '../audit/log/signed-note.ts'
import { CheckpointKeeper } from '../audit/sealing/checkpoint-keeper.ts'
import { watchSealing } from '../audit/sealing/log-state.ts'
import { runSealer } from '../audit/sealing/sealer.ts'
import type { Config } from '../config.ts'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import { EndingNotices } from '../api-tokens/ending-notices.ts'
import { enqueueDelegationMails } from '../delegations/delegation-mails.ts'
import { makeTransports } from '../outbox/transports.ts'
import { OutboxDelivery } from '../outbox/outbox-delivery.ts'
import { firstAccessMaker } from '../passwords/first-access.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { ApiTokenCache } from '../sessions/api-token-cache.ts'
import type { SessionCache } from '../sessions/session-cache.ts'
import { type Clock, hours, seconds } from '../shared/clock.ts'
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
  const {
    db,
    sealingDb,
    auditKey,
    keyring,
    changes,
    sessionCache,
    apiTokens,
    config,
    clock,
    log,
    published,
  } = parts
  const stopping = new AbortController()
  const sweep = (): void => {
    deleteExpired(db, clock.now(), config).catch((error: unknown) =>
      log.warn({ err: error }, 'cannot delete expired rows'),
    )
    published
      .refresh()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'cannot confirm the files of the web app'),
      )
  }
  const endings = new EndingNotices({ db, keyring, clock })
  const enqueueEndingNotices = (): void => {
    endings
      .enqueue()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'cannot queue notices of ending API tokens'),
      )
  }
  enqueueEndingNotices()
  const enqueueDelegationNotices = (): void => {
    db.transaction()
      .execute((within) => enqueueDelegationMails(within, keyring, { now: clock.now() }))
      .catch((error: unknown) => log.warn({ err: error }, 'cannot queue notices of delegations'))
  }
  const place = config.auditCheckpoints
  const keeper = place && new CheckpointKeeper({ db, place, log })
  const sweeper = setInterval(() => {
    sweep()
    enqueueEndingNotices()
  }, hours(1))
  const delegationTimer = setInterval(enqueueDelegationNotices, seconds(30))
  const checkSealing = watchSealing(db, log)
  const sealingTimer = setInterval(() => {
    checkSealing().catch((error: unknown) => log.warn({ err: error }, 'cannot check the sealing'))
  }, seconds(10))
  const running = [
    new OutboxDelivery({
      db,
      keyring,
      transports: makeTransports(config),
      mailRate: config.mailRate,
      log,
      firstAccess: firstAccessMaker({ clock, publicUrl: config.publicUrl }),
    }).keepDelivering(changes, stopping.signal),
    runSealer(
      { db: sealingDb, signer: auditKey, log, sealed: () => keeper?.wake() },
      stopping.signal,
    ).then(() => keeper?.finish()),
    ...[sessionCache, apiTokens].map((remembered) =>
      remembered.keepFlushing(stopping.signal, (error) =>
        log.warn({ err: error }, 'cannot write last uses'),
      ),
    ),
  ]
  return {
    /** Stops the jobs after the work in progress. */
    async stop() {
      clearInterval(sweeper)
      clearInterval(delegationTimer)
      clearInterval(sealingTimer)
      stopping.abort()
      await Promise.all(running)
    },
  }
}
