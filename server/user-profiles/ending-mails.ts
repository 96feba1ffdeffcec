import { sql } from 'kysely'
import { administratorProfileIds, consoleModuleId } from '../../contract/constants.ts'
import { lockKeys } from '../../database/lock-keys.ts'
import type { Db } from '../database/database.ts'
import {
  type EndingAssignment,
  type EndingTime,
  givenEndingNotice,
  ownEndingNotice,
} from '../outbox/assignment-notices.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import type { Message } from '../outbox/outbox-queries.ts'
import type { Recipient } from '../outbox/security-notices.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { after, type Clock, days } from '../shared/clock.ts'

/** Time before the end at which the first mail is sent. The trigger `user_profiles_await_end` has the same value. */
const leadTime = days(7)
/** Maximum number of users whose assignments one transaction examines. */
const maxPeoplePerBatch = 200

interface Parts {
  db: Db
  keyring: Keyring
  clock: Clock
}

/**
 * Enqueues mails about assignments that end within a week, and about those that end today: one to each user and one to
 * each user who gave them (decision 99). May run at any time and in several processes: only one of them works at a
 * time, and the transaction that enqueues a mail also marks its assignments. No right depends on these mails.
 */
export async function enqueueAssignmentEndings({ db, keyring, clock }: Parts): Promise<void> {
  let people: number
  do {
    people = await db.transaction().execute((within) => enqueueBatch(within, keyring, clock.now()))
  } while (people === maxPeoplePerBatch)
}

/** Returns the number of users whose assignments were examined; 0 if another process works. */
async function enqueueBatch(db: Db, keyring: Keyring, now: Date): Promise<number> {
  const { rows: locked } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(lockKeys.assignmentEndings)}) as free`.execute(db)
  if (!locked[0]?.free) return 0
  const due = await markDue(db, now)
  await enqueueBulk(db, keyring, { messages: messagesOf(due) })
  return new Set(due.map(({ user_id }) => user_id)).size
}

interface Due extends EndingAssignment {
  user_id: number
  time: EndingTime
  to: Recipient
  /** The user who gave it, with an id for grouping; null if unknown, inactive, out of scope, or the user themselves. */
  giver: (Recipient & { id: number }) | null
}

/**
 * Marks assignments that are due and returns them. Skips rows that are being changed; the next run examines them. A row
 * is due for its last day from the first instant of that day in São Paulo.
 */
async function markDue(db: Db, now: Date): Promise<Due[]> {
  const lastDay = sql`date_trunc('day', up.end_at at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo' <= ${now}`
  const isDue = sql`up.end_at > ${now} and up.end_at <= ${after(now, leadTime)}
    and (up.ending_told_at is null or up.last_day_told_at is null and ${lastDay})`
  const { rows } = await sql<Due>`
    with people as (
      select distinct up.user_id from user_profiles up
      join users u on u.id = up.user_id and u.active and not u.suspended
      join profiles p on p.id = up.profile_id and p.active
      join companies c on c.id = up.company_id and c.active
      where ${isDue} order by up.user_id limit ${sql.lit(maxPeoplePerBatch)}),
    due as (
      select up.id, ${lastDay} as is_last_day from user_profiles up join people using (user_id)
      where ${isDue} order by up.id for no key update of up skip locked),
    marked as (
      update user_profiles up set ending_told_at = ${now}, last_day_told_at = case when due.is_last_day then ${now}::timestamptz end
      from due where up.id = due.id
      returning up.*, due.is_last_day)
    select m.user_id, case when m.is_last_day then 'last-day' else 'week' end as time, u.name as person, p.name as profile,
      mo.name as module, c.name as company, m.spid, m.end_at as "end", json_build_object('name', u.name, 'email', u.email) as to,
      (select json_build_object('id', g.id, 'name', g.name, 'email', g.email) from users g
        where g.id = m.created_by and g.id <> m.user_id and ${mayManage(now)}) as giver
    from marked m join users u on u.id = m.user_id join profiles p on p.id = m.profile_id and p.active
    join modules mo on mo.id = p.module_id join companies c on c.id = m.company_id and c.active
    order by lower(u.name), m.user_id, lower(c.name), lower(p.name), m.id`.execute(db)
  return rows
}

/**
 * Condition: the user `g` may use this console for the company of the assignment `m`, or for all companies, and so may
 * see the assignment.
 */
const mayManage = (now: Date) => sql<boolean>`exists (
  select from access_links(${now}) l where l.user_id = g.id and l.module_id = ${consoleModuleId} and l.opens
    and (l.company_id = m.company_id or l.profile_id = any (${[...administratorProfileIds]}::integer[])))`

/** Returns one mail per recipient and time. */
function messagesOf(due: readonly Due[]): Message[] {
  const own = Map.groupBy(due, ({ user_id, time }) => `${user_id} ${time}`)
  const given = Map.groupBy(
    due.filter(({ giver }) => giver),
    ({ giver, time }) => `${giver?.id} ${time}`,
  )
  return [
    ...[...own.values()].flatMap((ending) =>
      ending[0] ? [ownEndingNotice(ending[0].to, ending, ending[0].time)] : [],
    ),
    ...[...given.values()].flatMap((ending) =>
      ending[0]?.giver ? [givenEndingNotice(ending[0].giver, ending, ending[0].time)] : [],
    ),
  ]
}
