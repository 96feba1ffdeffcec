import { sql } from 'kysely'
import { formatInstant } from '../../contract/shown.ts'
import type { Db } from '../database/database.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import { apiTokenEndingNotice } from '../outbox/security-notices.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { after, type Clock, days } from '../shared/clock.ts'

/**
 * Time before the end at which the holder is notified. A token with a shorter lifetime needs no notice: the mail at its
 * creation states the end.
 */
const leadTime = days(7)
/** Maximum number of notices per transaction. */
const maxPerBatch = 200

interface Parts {
  db: Db
  keyring: Keyring
  clock: Clock
}

/**
 * Notifies the holder once of each token that ends within a week. May run at any time and in several processes, since
 * the transaction that enqueues the mail also marks the token. The next run catches up on missed tokens.
 */
export class EndingNotices {
  readonly #db: Db
  readonly #keyring: Keyring
  readonly #clock: Clock

  constructor({ db, keyring, clock }: Parts) {
    this.#db = db
    this.#keyring = keyring
    this.#clock = clock
  }

  async enqueue(): Promise<void> {
    let sent: number
    do {
      sent = await this.#db.transaction().execute((db) => this.#notifyBatch(db))
    } while (sent === maxPerBatch)
  }

  async #notifyBatch(db: Db): Promise<number> {
    const ending = await markEnding(db, this.#clock.now())
    if (ending.length === 0) return 0
    const messages = ending.map(({ name, email, company, expires_at }) =>
      apiTokenEndingNotice({ name, email }, { company, until: formatInstant(expires_at) }),
    )
    await enqueueBulk(db, this.#keyring, { messages })
    return ending.length
  }
}

interface Ending {
  name: string
  email: string
  company: string
  expires_at: string
}

/** Marks tokens that end soon and returns them. Skips rows that another process has locked. */
async function markEnding(db: Db, now: Date): Promise<Ending[]> {
  const { rows } = await sql<Omit<Ending, 'expires_at'> & { expires_at: Date }>`
    with due as (
      select id from api_tokens
      where closed_at is null and ending_told_at is null and expires_at > ${now} and expires_at <= ${after(now, leadTime)}
        and expires_at - created_at > make_interval(secs => ${leadTime / 1000})
      order by expires_at limit ${maxPerBatch} for no key update skip locked)
    update api_tokens set ending_told_at = ${now} from due, users, companies
    where api_tokens.id = due.id and users.id = api_tokens.user_id and companies.id = api_tokens.company_id
    returning users.name, users.email, companies.name as company, api_tokens.expires_at`.execute(db)
  return rows.map((row) => ({ ...row, expires_at: row.expires_at.toISOString() }))
}
