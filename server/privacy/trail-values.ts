import { type RawBuilder, sql } from 'kysely'
import { accountKey } from '../attempts/attempt-keys.ts'
import type { Db } from '../database/database.ts'
import type { Traces } from './personal-data.ts'
import { anyOf, asPattern, beginsIn, standsIn } from './text-match.ts'

/** A value of the trail: of this event, by this name. */
export interface TrailValue {
  seq: number
  name: string
}

/** So many events are searched by one statement: of ten million, fifty statements of half a second. */
const eventsAtOnce = 200_000

/**
 * What the database may know somebody by: what stands in the account, and what the trail says stood there before. What
 * belongs to somebody else by now, such as an e-mail that was corrected, is theirs.
 */
export async function findTraces(db: Db, id: number): Promise<Traces> {
  const { rows } = await sql<Pick<Traces, 'emails' | 'phones' | 'names'>>`
    with known as (
      select name, email, phone_number from users where id = ${id}
      union
      select told.row ->> 'name', told.row ->> 'email', told.row ->> 'phone_number'
      from audit_entries e join audit_values v using (seq)
      cross join lateral (select case when jsonb_typeof(v.value::jsonb) = 'object' then v.value::jsonb end as row) told
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
 * Every value of the trail that is about somebody. What was done to them, and from where they did something, is found by
 * number. Where else they are named only a look at all values tells, which changes nothing and is done before a write begins;
 * `since` an event, in a second look.
 */
export async function findTrailValues(db: Db, traces: Traces, since = 0): Promise<TrailValue[]> {
  const found = new Map<string, TrailValue>()
  const keep = (values: readonly TrailValue[]) => {
    for (const { seq, name } of values) found.set(`${seq}/${name}`, { seq, name })
  }
  keep(await ownValues(db, traces.id))
  const last = await lastEventNumber(db)
  const mentioned = mentionsOf(traces)
  for (let start = since; start <= last; start += eventsAtOnce)
    keep(await mentionsWithin(db, mentioned, start))
  return [...found.values()]
}

/** The number of the last event that has values; -1 where none has. */
export async function lastEventNumber(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('audit_values')
    .select(({ fn }) => fn.max<number | null>('seq').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? -1
}

/** What events about the person hold, and the addresses from which the person, or nobody known, caused them. */
async function ownValues(db: Db, id: number): Promise<TrailValue[]> {
  const { rows } = await sql<TrailValue>`
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
 * Where somebody is named who is not the subject; also by the name of a file, and by what was searched for. An e-mail is one person's; a name or a phone may be another's too, so
 * that it does not count where the event is about somebody else.
 */
function mentionsOf({ emails, phones, names, accountKeys }: Traces): RawBuilder<boolean> {
  const within = (text: string) => `%${asPattern(text)}%`
  // A single word is part of others' names, and counts only where it is all that stands there.
  const [whole, several] = [
    names.filter((name) => !name.includes(' ')),
    names.filter((name) => name.includes(' ')),
  ]
  const value = sql.ref('v.value')
  const likely = [...whole.map((name) => within(JSON.stringify(name))), ...phones.map(within)]
  return sql<boolean>`(${standsIn(value, 'email', emails)}
    or e.event like 'import.%' and ${standsIn(value, 'fileName', emails)}
    or e.event = 'list.exported' and ${beginsIn(value, emails)} or v.value ilike ${anyOf(accountKeys.map(within))}
    or (v.value ilike ${anyOf(likely)} or ${standsIn(value, 'name', several)})
      and (e.target is null or e.target not like 'user:%'))`
}

/** Of an event whose target somebody typed, everything that it holds. */
async function mentionsWithin(
  db: Db,
  mentioned: RawBuilder<boolean>,
  start: number,
): Promise<TrailValue[]> {
  const { rows } = await sql<TrailValue>`
    with found as (
      select v.seq, v.name from audit_values v join audit_entries e using (seq)
      where v.seq >= ${start} and v.seq < ${start + eventsAtOnce} and v.name <> 'address' and ${mentioned})
    select seq, name from found
    union
    select v.seq, v.name from found join audit_values v using (seq) where found.name = 'target'`.execute(
    db,
  )
  return rows
}

/** Erases these values, and answers how many there were; the trail is told of each by the database itself. */
export async function eraseTrailValues(
  db: Db,
  values: readonly TrailValue[],
  requestId: string,
): Promise<number> {
  const { rows } = await sql<{
    erased: number
  }>`select erase_audit_values(${values.map(({ seq }) => seq)}::bigint[],
    ${values.map(({ name }) => name)}::text[], ${requestId})::integer as erased`.execute(db)
  return rows[0]?.erased ?? 0
}
