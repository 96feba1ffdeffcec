import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import { type messages, stuckAfter } from '../../contract/messages.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'

const messageId = sql.ref('outbox.id')

const sorts = {
  created_at: sql`outbox.created_at`,
  recipient: sql`outbox.recipient`,
  attempts: sql`outbox.attempts`,
  next_attempt_at: sql`outbox.next_attempt_at`,
}

/** Searchable text of a row. Computed per query, because few messages wait at a time. */
const searchLine = sql`concat_ws(chr(10), search_fold(concat_ws(chr(10), outbox.recipient, outbox.subject,
  case outbox.channel when 'sms' then 'SMS' else 'E-mail' end, outbox.last_error)),
  search_instant(outbox.created_at), search_instant(outbox.next_attempt_at))`

/** Condition: tried at least once and not sent. A partial index covers it. */
const undelivered = sql<boolean>`outbox.sent_at is null and outbox.attempts > 0`

/** Condition: a further attempt follows. A message whose text was deleted is never sent. */
const waits = sql<boolean>`${undelivered} and outbox.sealed_text is not null`

const inState = {
  waiting: sql<boolean>`outbox.sealed_text is not null and outbox.attempts < ${stuckAfter}`,
  stuck: sql<boolean>`outbox.sealed_text is not null and outbox.attempts >= ${stuckAfter}`,
  expired: sql<boolean>`outbox.sealed_text is null`,
  failed: sql<boolean>`(outbox.sealed_text is null or outbox.attempts >= ${stuckAfter})`,
}

export function listUndelivered(db: Db, list: QueryOf<typeof messages.messageList>) {
  return findPage({
    list,
    from: db.selectFrom('outbox'),
    rows: db
      .selectFrom('outbox')
      .select([
        'outbox.id',
        sql<'email' | 'sms'>`outbox.channel`.as('channel'),
        'outbox.recipient',
        'outbox.subject',
        'outbox.created_at',
        'outbox.attempts',
        'outbox.next_attempt_at',
        'outbox.last_error',
        sql<boolean>`outbox.sealed_text is null`.as('expired'),
      ]),
    conditions: [
      undelivered,
      ...filtered(list, {
        channel: (channel) => sql`outbox.channel = ${channel}`,
        state: (state) => inState[state],
      }),
    ],
    searched: {
      name: sql`search_fold(outbox.recipient)`,
      shows: (pattern) => sql`${searchLine} like ${pattern}`,
    },
    sorts,
    id: messageId,
  })
}

/** Maximum number of unsent messages that are counted. Transactional messages are counted first. */
const maxExamined = 10_000

/** Counts the messages that are not sent yet, and those of them that are stuck. Reads only `outbox_pending_idx`. */
export async function countUnsent(db: Db): Promise<{ waiting: number; stuck: number }> {
  const unsent = db
    .selectFrom('outbox')
    .select('attempts')
    .where('sent_at', 'is', null)
    .where('sealed_text', 'is not', null)
    .orderBy(['bulk', 'turn', 'next_attempt_at'])
    .limit(maxExamined)
  return db
    .selectFrom(unsent.as('unsent'))
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      eb.fn.countAll<number>().filterWhere('attempts', '>=', stuckAfter).as('stuck'),
    ])
    .executeTakeFirstOrThrow()
}

/** Subquery that selects stuck or expired messages, for counting. Uses `outbox_pending_idx`. */
export const undeliverableMessages: RawBuilder<unknown> = sql`
  select from (
    select attempts, sealed_text is null as expired from outbox where sent_at is null
    order by bulk, turn, next_attempt_at limit ${sql.lit(maxExamined)}
  ) as waiting where attempts >= ${sql.lit(stuckAfter)} or (attempts > 0 and expired)`

/**
 * Makes an undelivered message due. A trigger then notifies the processes. Skips a message that is being sent: waiting
 * for its row would take as long as the mail server.
 */
export async function retryNow(db: Db, id: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: sql<Date>`now()` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('id', '=', id)
        .where(waits)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

export function findWaiting(db: Db, id: string) {
  return db
    .selectFrom('outbox')
    .select(['id', 'channel', 'attempts'])
    .where('id', '=', id)
    .where(waits)
    .executeTakeFirst()
}
