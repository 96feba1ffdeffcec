import type { Logger } from 'pino'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { type Span, traced } from '../shared/trace.ts'
import { delayNextBulk, lockBulkRate } from './bulk-mail.ts'
import type { Transports } from './transports.ts'
import { describeFailure } from './delivery-failure.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { openText } from './message-seal.ts'
import {
  dropExpiredTexts,
  dropMessage,
  markFailed,
  markSent,
  type Message,
  type PendingMessage,
  storeSentText,
  takeDue,
} from './outbox-queries.ts'

/** Invitation with its generated text. */
export interface FirstAccess {
  message: Message
  /** Makes the temporary password of this invitation valid. */
  sent: (db: Db) => Promise<void>
}

/**
 * Generates an invitation with a new temporary password (passwords/first-access.ts). Returns undefined if the user may
 * no longer sign in, or has already signed in.
 */
export type FirstAccessMaker = (
  db: Db,
  invited: { userId: number; to: string; inviting: string },
) => Promise<FirstAccess | undefined>

/** Maximum number of concurrent deliveries. */
const batch = 20
/** Interval between polls, in milliseconds. */
const pollEvery = 5000
/** Maximum number of concurrent bulk mails. A mail may require a password hash, which delays sign-ins. */
const bulkBatch = 5

interface DeliveryParts {
  db: Db
  keyring: Keyring
  transports: Transports
  log: Logger
  firstAccess: FirstAccessMaker
  /** Maximum number of bulk mails per minute. */
  mailRate: number
}

/**
 * Delivers messages from the outbox. Sends when notified, and retries until the message is accepted. Bulk mail has a
 * queue of its own, so that one-time codes never wait for invitations.
 */
export class OutboxDelivery {
  readonly #db: Db
  readonly #keyring: Keyring
  readonly #transports: Transports
  readonly #log: Logger
  readonly #firstAccess: FirstAccessMaker
  /** Milliseconds between two bulk mails. */
  readonly #gap: number
  readonly #queues: { urgent: DeliveryQueue; bulk: DeliveryQueue }
  #nextBulk: NodeJS.Timeout | undefined

  constructor(parts: DeliveryParts) {
    this.#db = parts.db
    this.#keyring = parts.keyring
    this.#transports = parts.transports
    this.#log = parts.log
    this.#firstAccess = parts.firstAccess
    this.#gap = 60_000 / parts.mailRate
    const onError = (error: unknown) => this.#log.warn({ err: error }, 'cannot read the outbox')
    this.#queues = {
      urgent: new DeliveryQueue(() => this.#deliverDue(), onError),
      bulk: new DeliveryQueue(() => this.#deliverBulk(), onError),
    }
  }

  /** Delivers until the signal aborts, then finishes the deliveries in progress. */
  async keepDelivering(changes: Changes, signal: AbortSignal): Promise<void> {
    const { urgent, bulk } = this.#queues
    const deliverSoon = () => {
      urgent.soon()
      bulk.soon()
    }
    changes.onChange(({ kind }) => {
      if (!signal.aborted && (kind === 'outbox' || kind === 'everything')) deliverSoon()
    })
    const timer = setInterval(deliverSoon, pollEvery)
    deliverSoon()
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    clearInterval(timer)
    await Promise.all([urgent.settled(), bulk.settled()])
    clearTimeout(this.#nextBulk)
  }

  async #deliverDue(): Promise<void> {
    await dropExpiredTexts(this.#db)
    let taken: number
    do {
      taken = await this.#db
        .transaction()
        .execute(async (db) => this.#deliverAll(db, await takeDue(db, batch)))
    } while (taken === batch)
  }

  /** Sends the bulk mails that the rate allows now and schedules the next batch. */
  async #deliverBulk(): Promise<void> {
    const limit = Math.max(1, Math.min(bulkBatch, Math.floor(pollEvery / this.#gap)))
    const taken = await this.#db.transaction().execute(async (db) => {
      if (!(await lockBulkRate(db))) return 0
      const messages = await takeDue(db, limit, true)
      if (messages.length > 0) await delayNextBulk(db, messages.length * this.#gap)
      return this.#deliverAll(db, messages)
    })
    if (taken === 0) return
    clearTimeout(this.#nextBulk)
    this.#nextBulk = setTimeout(() => this.#queues.bulk.soon(), taken * this.#gap)
  }

  /**
   * Sends the messages and waits for all deliveries before the transaction ends, even after a database error. Otherwise
   * a message in progress would be taken again.
   */
  async #deliverAll(db: Db, messages: readonly PendingMessage[]): Promise<number> {
    const outcomes = await Promise.allSettled(messages.map((one) => this.#deliverTraced(db, one)))
    const lost = outcomes.find((outcome) => outcome.status === 'rejected')
    if (lost) throw lost.reason
    return messages.length
  }

  #deliverTraced(db: Db, pending: PendingMessage): Promise<void> {
    const { id, channel, attempts } = pending
    const attributes = { 'portaria.message.id': id, 'portaria.message.attempts': attempts }
    return traced({ name: `deliver ${channel}`, root: true, attributes }, (span) =>
      this.#deliver(db, pending, span),
    )
  }

  /** Sends one message and records the result. Rejects only if recording fails. */
  async #deliver(db: Db, pending: PendingMessage, span: Span | undefined): Promise<void> {
    const { id, channel, attempts } = pending
    let invitation: FirstAccess | undefined
    try {
      const { message, of } = await this.#open(db, pending, span)
      if (!message) return await dropMessage(db, id)
      await traced({ name: `send ${channel}`, kind: 'client' }, () =>
        this.#transports[channel](message),
      )
      invitation = of
    } catch (error) {
      span?.fail(error)
      const reason = describeFailure(channel, error)
      this.#log.warn({ reason, messageId: id, channel }, 'message not delivered')
      return markFailed(db, id, attempts, reason)
    }
    if (invitation) {
      await invitation.sent(db)
      await storeSentText(db, this.#keyring, id, invitation.message)
    }
    await markSent(db, id, this.#transports.keepsText(channel))
  }

  /**
   * Returns the message with its text. For an invitation, generates the text; the message is undefined if the
   * invitation is obsolete.
   */
  async #open(
    db: Db,
    { id, channel, to, subject, sealed, firstAccessOf }: PendingMessage,
    span: Span | undefined,
  ): Promise<{ message: Message | undefined; of?: FirstAccess }> {
    const { trace, ...opened } = openText(this.#keyring, id, sealed)
    if (trace !== undefined) span?.link(trace)
    if (firstAccessOf === null) return { message: { channel, to, subject, ...opened } }
    const of = await this.#firstAccess(db, { userId: firstAccessOf, to, inviting: opened.text })
    return { message: of?.message, ...(of && { of }) }
  }
}
