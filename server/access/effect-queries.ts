import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { functionInScope } from '../scope/catalogue-scope.ts'
import type { Scope } from '../scope/scope.ts'
import type { AffectedUsers } from './affected-users.ts'

/** Returns the ids of users that a write may affect, in ascending order, from those above `after`. */
export async function nextAffected(
  db: Db,
  { people = [], holders = sql<boolean>`false` }: AffectedUsers,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from (
      select h.user_id from (
        select user_id, profile_id, company_id from user_profiles
        union all
        select d.user_id, dp.profile_id, d.company_id from delegations d
        join delegation_profiles dp on dp.delegation_id = d.id where d.closed_at is null) h
      where ${holders} and h.user_id > ${after}
      union
      select id from unnest(${[...people]}::integer[]) as named(id) where id > ${after}) affected
    order by user_id limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Users and time of a snapshot, limited to the companies in scope. */
export interface Snapshot {
  people: readonly number[]
  scope: Scope
  now: Date
}

/**
 * Selects all rights of these users from the views by which the guard decides. The rights are the modules of each
 * company with their functions and actions, without a SPID and with each SPID. A module that does not use SPIDs has no
 * rights with a SPID (`chooseSpid`).
 */
function accessOf({ people, scope, now }: Snapshot): RawBuilder<unknown> {
  const seen = scope === 'everything' ? sql`true` : sql`l.company_id = ${scope.companyId}`
  return sql`open as materialized (
      select distinct l.user_id, l.company_id, l.module_id, l.place_spid as spid, l.profile_id
      from access_links(${now}::timestamptz) l
      join modules m on m.id = l.module_id and (l.place_spid is null or m.is_enable_spid)
      where l.opens and l.user_id = any (${[...people]}::integer[]) and ${seen}),
    access as (
      select user_id, company_id, module_id, spid, null::integer as function_id, null::integer as action_id from open
      union
      select o.user_id, o.company_id, o.module_id, o.spid, fl.function_id, null
      from open o join function_links fl on fl.profile_id = o.profile_id and fl.function_active
      union
      select o.user_id, o.company_id, o.module_id, o.spid, fl.function_id, al.action_id
      from open o join function_links fl on fl.profile_id = o.profile_id and fl.function_active
      join action_links al on al.profile_id = o.profile_id and al.function_id = fl.function_id and al.action_active)`
}

/** Returns a digest of each user's rights; users without rights have no entry. */
export async function digestsOf(db: Db, snapshot: Snapshot): Promise<Map<number, string>> {
  const { rows } = await sql<{ user_id: number; digest: string }>`
    with ${accessOf(snapshot)}
    select user_id, md5(string_agg(concat_ws(' ', company_id, module_id, coalesce(spid, '-'), function_id, action_id), ','
      order by company_id, module_id, spid, function_id, action_id)) as digest
    from access group by user_id`.execute(db)
  return new Map(rows.map(({ user_id, digest }) => [user_id, digest]))
}

/** A single access right. */
export interface Access {
  company_id: number
  module_id: number
  spid: string | null
  function_id: number | null
  action_id: number | null
}

/** Returns the rights of each user. Functions and actions in places with a SPID are omitted. */
export async function accessByPerson(db: Db, snapshot: Snapshot): Promise<Map<number, Access[]>> {
  const { rows } = await sql<{ user_id: number; access: Access[] }>`
    with ${accessOf(snapshot)}
    select user_id, json_agg(json_build_object('company_id', company_id, 'module_id', module_id, 'spid', spid,
      'function_id', function_id, 'action_id', action_id)) as access
    from access where spid is null or function_id is null group by user_id`.execute(db)
  return new Map(rows.map(({ user_id, access }) => [user_id, access]))
}

interface Named {
  id: number
  name: string
}

interface NamedAccess {
  place: number
  company: Named
  module: Named
  function: Named | null
  action: Named | null
}

/** Returns the names of these rights, each with its index in `list`. Omits rights out of scope. */
export async function nameAccess(
  db: Db,
  scope: Scope,
  list: readonly Access[],
): Promise<NamedAccess[]> {
  const asked = list.map((access, place) => ({ ...access, place }))
  const { rows } = await sql<NamedAccess>`
    select asked.place, json_build_object('id', c.id, 'name', c.name) as company,
      json_build_object('id', m.id, 'name', m.name) as module,
      case when functions.id is not null then json_build_object('id', functions.id, 'name', functions.name) end as function,
      case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as action
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked(place integer, company_id integer, module_id integer, function_id integer, action_id integer)
    join companies c on c.id = asked.company_id
    join modules m on m.id = asked.module_id
    left join functions on functions.id = asked.function_id
    left join actions a on a.id = asked.action_id
    where functions.id is null or ${functionInScope(scope)}
    order by asked.place`.execute(db)
  return rows
}
