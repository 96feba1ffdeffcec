import type { Logger } from 'pino'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Carriers } from './carriers.ts'
import { describeFailure } from './delivery-failure.ts'
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

const batch = 20
const pollEvery = 5000

/** Delivers what is in the outbox: at once when it is announced, and again and again until it arrives. */
export class OutboxDelivery {
  readonly #db: Db
  readonly #keyring: Keyring
  readonly #carriers: Carriers
  readonly #log: Logger
  readonly #firstAccess: FirstAccessMaker
  #running: Promise<void> | undefined
  #again = false

  constructor(parts: {
    db: Db
    keyring: Keyring
    carriers: Carriers
    log: Logger
    firstAccess: FirstAccessMaker
  }) {
    this.#db = parts.db
    this.#keyring = parts.keyring
    this.#carriers = parts.carriers
    this.#log = parts.log
    this.#firstAccess = parts.firstAccess
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
  async #deliver(db: Db, pending: PendingMessage): Promise<void> {
    const { id, channel, attempts } = pending
    let invitation: FirstAccess | undefined
    try {
      const { message, of } = await this.#open(db, pending)
      if (!message) return await dropMessage(db, id)
      await this.#carriers[channel](message)
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
    await markSent(db, id, this.#carriers.keepsText(channel))
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
