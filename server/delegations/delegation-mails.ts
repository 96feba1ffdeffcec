import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import {
  borrowerBegunNotice,
  borrowerEndedNotice,
  lenderBegunNotice,
  lenderEndedNotice,
  type DelegationNotice,
  type Recipient,
} from '../outbox/security-notices.ts'
import { enqueueMessage, type Message } from '../outbox/outbox-queries.ts'
import type { Keyring } from '../secrets/keyring.ts'

/** Maximum number of delegations per round. Later rounds examine the rest. */
const maxPerRound = 50

interface Due extends DelegationNotice {
  id: number
  /** Whether the delegation began before it ended. A delegation that was removed before its begin causes no mail. */
  begun: boolean
  begin_told: boolean
  ended: boolean
  /** Null for a deleted account, which receives no mail. */
  to_borrower: Recipient | null
  to_lender: Recipient | null
}

interface Round {
  now: Date
  /** Limits the round to the delegations that this transaction created or closed. */
  ids?: readonly number[]
}

/**
 * Enqueues one mail to each side when a delegation begins, and one when it ends. Skips delegations that another process
 * has locked. Returns the number of delegations examined. No right depends on these mails.
 */
export async function enqueueDelegationMails(
  db: Db,
  keyring: Keyring,
  round: Round,
): Promise<number> {
  const due = await takeDue(db, round)
  for (const message of due.flatMap(messagesOf)) await enqueueMessage(db, keyring, message)
  if (due.length > 0)
    await sql`
      update delegations set begin_told_at = coalesce(begin_told_at, ${round.now}),
        end_told_at = case when least(end_at, closed_at) <= ${round.now} then ${round.now}::timestamptz end
      where id = any (${due.map(({ id }) => id)}::integer[])`.execute(db)
  return due.length
}

/** Selects delegations with pending mails and locks them until the transaction ends. */
async function takeDue(db: Db, { now, ids }: Round): Promise<Due[]> {
  const named = ids ? sql`d.id = any (${[...ids]}::integer[])` : sql`true`
  const person = (alias: string) => sql`case when ${sql.ref(`${alias}.active`)}
    then json_build_object('name', ${sql.ref(`${alias}.name`)}, 'email', ${sql.ref(`${alias}.email`)}) end`
  const { rows } = await sql<Due>`
    select d.id, d.end_at as end, c.name as company, borrower.name as borrower, lender.name as lender,
      ${person('borrower')} as to_borrower, ${person('lender')} as to_lender,
      least(d.end_at, d.closed_at) is null or d.begin_at < least(d.end_at, d.closed_at) as begun,
      d.begin_told_at is not null as begin_told, coalesce(least(d.end_at, d.closed_at) <= ${now}, false) as ended
    from delegations d
    join companies c on c.id = d.company_id
    join users borrower on borrower.id = d.user_id
    join users lender on lender.id = d.delegated_by
    where ${named} and (d.begin_told_at is null and d.begin_at <= ${now}
      or d.end_told_at is null and least(d.end_at, d.closed_at) <= ${now})
    order by d.id limit ${sql.lit(maxPerRound)} for no key update of d skip locked`.execute(db)
  return rows
}

function messagesOf({ begun, begin_told, ended, to_borrower, to_lender, ...lent }: Due): Message[] {
  if (!begun) return []
  return [
    ...(!begin_told && to_borrower ? [borrowerBegunNotice(to_borrower, lent)] : []),
    ...(!begin_told && to_lender ? [lenderBegunNotice(to_lender, lent)] : []),
    ...(ended && to_borrower ? [borrowerEndedNotice(to_borrower, lent)] : []),
    ...(ended && to_lender ? [lenderEndedNotice(to_lender, lent)] : []),
  ]
}
