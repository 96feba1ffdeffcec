import type { Logger } from 'pino'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { keepPace, takePace } from './bulk-mail.ts'
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

/** An invitation as it goes out. */
export interface FirstAccess {
  message: Message
  /** Makes its temporary password the one that opens the first access. */
  sent: (db: Db) => Promise<void>
}

/**
 * Makes the text of an invitation, with a temporary password of this moment; nothing where the person can't enter any
 * more, or has entered already (passwords/first-access.ts).
 */
export type FirstAccessMaker = (
  db: Db,
  invited: { userId: number; to: string; inviting: string },
) => Promise<FirstAccess | undefined>

/** So many messages are on their way at a time. */
const batch = 20
const pollEvery = 5000
/** Of many mails of one write, so many at a time at most: each makes a password, which sign-ins wait beside. */
const bulkBatch = 5

interface DeliveryParts {
  db: Db
  keyring: Keyring
  transports: Transports
  log: Logger
  firstAccess: FirstAccessMaker
  /** Mails a minute, of those that one write sends by the hundreds. */
  mailRate: number
}

/**
 * Delivers what is in the outbox: at once when it is announced, and again and again until it arrives. Many mails of one
 * write have a lane of their own, so that a one-time code never waits for an invitation.
 */
export class OutboxDelivery {
  readonly #db: Db
  readonly #keyring: Keyring
  readonly #transports: Transports
  readonly #log: Logger
  readonly #firstAccess: FirstAccessMaker
  /** Milliseconds between two of many mails. */
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
    const onError = (error: unknown) => this.#log.warn({ err: error }, 'the outbox cannot be read')
    this.#queues = {
      urgent: new DeliveryQueue(() => this.#deliverDue(), onError),
      bulk: new DeliveryQueue(() => this.#deliverBulk(), onError),
    }
  }

  /** Delivers until the signal says stop; what is on its way then is still finished. */
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

  /** The few of many mails that may leave now; the next ones when their time has come. */
  async #deliverBulk(): Promise<void> {
    const most = Math.max(1, Math.min(bulkBatch, Math.floor(pollEvery / this.#gap)))
    const taken = await this.#db.transaction().execute(async (db) => {
      if (!(await takePace(db))) return 0
      const messages = await takeDue(db, most, true)
      if (messages.length > 0) await keepPace(db, messages.length * this.#gap)
      return this.#deliverAll(db, messages)
    })
    if (taken === 0) return
    clearTimeout(this.#nextBulk)
    this.#nextBulk = setTimeout(() => this.#queues.bulk.soon(), taken * this.#gap)
  }

  /** All of them before the transaction ends, also when the database is lost: what is still on its way would else be taken again meanwhile. */
  async #deliverAll(db: Db, messages: readonly PendingMessage[]): Promise<number> {
    const outcomes = await Promise.allSettled(messages.map((one) => this.#deliver(db, one)))
    const lost = outcomes.find((outcome) => outcome.status === 'rejected')
    if (lost) throw lost.reason
    return messages.length
  }

  /** Sends one and writes down how that went; rejects only where it can't be written. */
  async #deliver(db: Db, pending: PendingMessage): Promise<void> {
    const { id, channel, attempts } = pending
    let invitation: FirstAccess | undefined
    try {
      const { message, of } = await this.#open(db, pending)
      if (!message) return await dropMessage(db, id)
      await this.#transports[channel](message)
      invitation = of
    } catch (error) {
      const reason = describeFailure(channel, error)
      this.#log.warn({ reason, messageId: id, channel }, 'a message was not delivered')
      return markFailed(db, id, attempts, reason)
    }
    if (invitation) {
      await invitation.sent(db)
      await storeSentText(db, this.#keyring, id, invitation.message)
    }
    await markSent(db, id, this.#transports.keepsText(channel))
  }

  /** The message with its text; that of an invitation is made now, or there is none. */
  async #open(
    db: Db,
    { id, channel, to, subject, sealed, firstAccessOf }: PendingMessage,
  ): Promise<{ message: Message | undefined; of?: FirstAccess }> {
    const opened = openText(this.#keyring, id, sealed)
    if (firstAccessOf === null) return { message: { channel, to, subject, ...opened } }
    const of = await this.#firstAccess(db, { userId: firstAccessOf, to, inviting: opened.text })
    return { message: of?.message, ...(of && { of }) }
  }
}
