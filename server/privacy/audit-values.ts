import { type RawBuilder, sql } from 'kysely'
import { accountKey } from '../rate-limits/attempt-keys.ts'
import type { Db } from '../database/database.ts'
import type { Traces } from './personal-data.ts'
import { anyOf, asPattern, containsStart, containsText } from './text-match.ts'

/** A stored value of an audit event, identified by event number and name. */
export interface AuditValue {
  seq: number
  name: string
}

/** Maximum number of events that a statement searches. Ten million events take 50 statements of 0.5 s each. */
const maxEvents = 200_000

/**
 * Returns the values that may identify a user: current values of the account, and former values from the audit log.
 * Omits values that now belong to another account, such as a corrected e-mail.
 */
export async function findTraces(db: Db, id: number): Promise<Traces> {
  const { rows } = await sql<Pick<Traces, 'emails' | 'phones' | 'names'>>`
    with known as (
      select name, email, phone_number from users where id = ${id}
      union
      select fields.row ->> 'name', fields.row ->> 'email', fields.row ->> 'phone_number'
      from audit_entries e join audit_values v using (seq)
      cross join lateral (select case when jsonb_typeof(v.value::jsonb) = 'object' then v.value::jsonb end as row) fields
      where e.target = ${`user:${id}`} and v.name in ('before', 'after'))
    select
      coalesce((select array_agg(distinct email) from known where email is not null
        and not exists (select from users o where o.email = known.email and o.id <> ${id})), '{}') as emails,
      coalesce((select array_agg(distinct phone_number) from known where phone_number is not null
        and not exists (select from users o where o.phone_number = known.phone_number and o.id <> ${id})), '{}') as phones,
      coalesce((select array_agg(distinct name) from known where name is not null), '{}') as names`.execute(
    db,
  )
  const { emails = [], phones = [], names = [] } = rows[0] ?? {}
  return { id, emails, phones, names, accountKeys: emails.map((email) => accountKey(email)) }
}

/**
 * Returns all audit values about a user. Values of events about the user are found by id. Other mentions require a
 * search through all values, which runs before the write transaction. `since` limits a second search to later events.
 */
export async function findAuditValues(db: Db, traces: Traces, since = 0): Promise<AuditValue[]> {
  const found = new Map<string, AuditValue>()
  const keep = (values: readonly AuditValue[]) => {
    for (const { seq, name } of values) found.set(`${seq}/${name}`, { seq, name })
  }
  keep(await ownValues(db, traces.id))
  const last = await lastEventNumber(db)
  const mentioned = mentionsOf(traces)
  for (let start = since; start <= last; start += maxEvents)
    keep(await mentionsWithin(db, mentioned, start))
  return [...found.values()]
}

/** Returns the number of the last event with values; -1 if there is none. */
export async function lastEventNumber(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('audit_values')
    .select(({ fn }) => fn.max<number | null>('seq').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? -1
}

/**
 * Returns the values of events about the user. Also returns the addresses in events that the user or an unauthenticated
 * caller caused.
 */
async function ownValues(db: Db, id: number): Promise<AuditValue[]> {
  const { rows } = await sql<AuditValue>`
    with own as (
      select seq, user_id, true as about from audit_entries where target = ${`user:${id}`}
      union all
      select seq, user_id, false from audit_entries where user_id = ${id} and target is distinct from ${`user:${id}`})
    select v.seq, v.name from own join audit_values v using (seq)
    where case when v.name = 'address' then coalesce(own.user_id = ${id}, true) else own.about end`.execute(
    db,
  )
  return rows
}

/**
 * Condition: the value mentions the user in an event about another record. Also searches file names and search texts.
 * An e-mail belongs to one user only. A name or phone may belong to several users, so it does not count in an event
 * about another user.
 */
function mentionsOf({ emails, phones, names, accountKeys }: Traces): RawBuilder<boolean> {
  const within = (text: string) => `%${asPattern(text)}%`
  // A name of one word may be part of other names, so only a value equal to it counts.
  const [whole, several] = [
    names.filter((name) => !name.includes(' ')),
    names.filter((name) => name.includes(' ')),
  ]
  const value = sql.ref('v.value')
  const likely = [...whole.map((name) => within(JSON.stringify(name))), ...phones.map(within)]
  return sql<boolean>`(${containsText(value, 'email', emails)}
    or e.event like 'import.%' and ${containsText(value, 'fileName', emails)}
    or e.event = 'list.exported' and ${containsStart(value, emails)} or v.value ilike ${anyOf(accountKeys.map(within))}
    or (v.value ilike ${anyOf(likely)} or ${containsText(value, 'name', several)})
      and (e.target is null or e.target not like 'user:%'))`
}

/**
 * Returns the values that match. If the target of an event matches, returns all values of the event, because a user
 * typed that target.
 */
async function mentionsWithin(
  db: Db,
  mentioned: RawBuilder<boolean>,
  start: number,
): Promise<AuditValue[]> {
  const { rows } = await sql<AuditValue>`
    with found as (
      select v.seq, v.name from audit_values v join audit_entries e using (seq)
      where v.seq >= ${start} and v.seq < ${start + maxEvents} and v.name <> 'address' and ${mentioned})
    select seq, name from found
    union
    select v.seq, v.name from found join audit_values v using (seq) where found.name = 'target'`.execute(
    db,
  )
  return rows
}

/** Erases these values, and returns how many. A database function records each erasure in the audit log. */
export async function eraseAuditValues(
  db: Db,
  values: readonly AuditValue[],
  requestId: string,
): Promise<number> {
  const { rows } = await sql<{
    erased: number
  }>`select erase_audit_values(${values.map(({ seq }) => seq)}::bigint[],
    ${values.map(({ name }) => name)}::text[], ${requestId})::integer as erased`.execute(db)
  return rows[0]?.erased ?? 0
}
