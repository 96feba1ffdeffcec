import type { Logger } from 'pino'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Carriers } from './carriers.ts'
import { describeFailure } from './delivery-failure.ts'
import { openText } from './message-seal.ts'
import {
  dropExpiredTexts,
  markFailed,
  markSent,
  type PendingMessage,
  takeDue,
} from './outbox-queries.ts'

const batch = 20
const pollEvery = 5000

/** Delivers what is in the outbox: at once when it is announced, and again and again until it arrives. */
export class OutboxDelivery {
  readonly #db: Db
  readonly #keyring: Keyring
  readonly #carriers: Carriers
  readonly #log: Logger
  #running: Promise<void> | undefined
  #again = false

  constructor(db: Db, keyring: Keyring, carriers: Carriers, log: Logger) {
    this.#db = db
    this.#keyring = keyring
    this.#carriers = carriers
    this.#log = log
  }

  /** Delivers until the signal says stop; what is on its way then is still finished. */
  async keepDelivering(changes: Changes, signal: AbortSignal): Promise<void> {
    changes.onChange(({ kind }) => {
      if (!signal.aborted && (kind === 'outbox' || kind === 'everything')) this.#deliverSoon()
    })
    const timer = setInterval(() => this.#deliverSoon(), pollEvery)
    this.#deliverSoon()
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    clearInterval(timer)
    await this.#running
  }

  #deliverSoon(): void {
    if (this.#running) {
      this.#again = true
      return
    }
    this.#running = this.#deliverDue()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the outbox cannot be read'))
      .finally(() => {
        this.#running = undefined
        if (this.#again) {
          this.#again = false
          this.#deliverSoon()
        }
      })
  }

  async #deliverDue(): Promise<void> {
    await dropExpiredTexts(this.#db)
    let taken: number
    do {
      taken = await this.#db.transaction().execute(async (db) => {
        const messages = await takeDue(db, batch)
        // All of them before the transaction ends, also when the database is lost: what is still on its way would else be
        // taken again meanwhile.
        const outcomes = await Promise.allSettled(messages.map((one) => this.#deliver(db, one)))
        const lost = outcomes.find((outcome) => outcome.status === 'rejected')
        if (lost) throw lost.reason
        return messages.length
      })
    } while (taken === batch)
  }

  /** Sends one and writes down how that went; rejects only where it can't be written. */
  async #deliver(db: Db, message: PendingMessage): Promise<void> {
    const { id, channel } = message
    try {
      await this.#carriers[channel]({ ...message, ...openText(this.#keyring, id, message.sealed) })
    } catch (error) {
      const reason = describeFailure(channel, error)
      this.#log.warn({ reason, messageId: id, channel }, 'a message was not delivered')
      return markFailed(db, id, message.attempts, reason)
    }
    await markSent(db, id, this.#carriers.keepsText(channel))
  }
}
