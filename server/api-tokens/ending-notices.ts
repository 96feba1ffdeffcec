import { sql } from 'kysely'
import { shownInstant } from '../../contract/shown.ts'
import type { Db } from '../database/database.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import { apiTokenEndingNotice } from '../outbox/security-notices.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { after, type Clock, days } from '../shared/clock.ts'

/** So long before its end a person is told of a token; of one that lives no longer the mail at its making told it. */
const ahead = days(7)
/** So many are told at once. */
const batch = 200

interface Parts {
  db: Db
  keyring: Keyring
  clock: Clock
}

/**
 * Tells people that a token of theirs ends within a week, once for each token. Nothing rests on when it runs: whoever
 * marks the row sends the mail, in the same transaction, and what was missed is told the next time.
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

  async tell(): Promise<void> {
    let told: number
    do {
      told = await this.#db.transaction().execute((db) => this.#tellSome(db))
    } while (told === batch)
  }

  async #tellSome(db: Db): Promise<number> {
    const ending = await markEnding(db, this.#clock.now())
    if (ending.length === 0) return 0
    const messages = ending.map(({ name, email, company, expires_at }) =>
      apiTokenEndingNotice({ name, email }, { company, until: shownInstant(expires_at) }),
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

/** Marks tokens that end soon and answers whose; another process skips them, and finds them marked afterwards. */
async function markEnding(db: Db, now: Date): Promise<Ending[]> {
  const { rows } = await sql<Omit<Ending, 'expires_at'> & { expires_at: Date }>`
    with due as (
      select id from api_tokens
      where closed_at is null and ending_told_at is null and expires_at > ${now} and expires_at <= ${after(now, ahead)}
        and expires_at - created_at > make_interval(secs => ${ahead / 1000})
      order by expires_at limit ${batch} for no key update skip locked)
    update api_tokens set ending_told_at = ${now} from due, users, companies
    where api_tokens.id = due.id and users.id = api_tokens.user_id and companies.id = api_tokens.company_id
    returning users.name, users.email, companies.name as company, api_tokens.expires_at`.execute(db)
  return rows.map((row) => ({ ...row, expires_at: row.expires_at.toISOString() }))
}
