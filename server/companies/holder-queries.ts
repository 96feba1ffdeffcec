import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** Counted exactly up to here; further on a question only says that there are more. */
const countedMax = 1000
/** How many names a question tells. */
const namesMax = 5
/** One more than is counted shows that there are more; nobody reads the rest. */
const looked = sql.lit(countedMax + 1)

interface Bounded {
  total: number
  more: boolean
}

const bounded = (count: number): Bounded => ({
  total: Math.min(count, countedMax),
  more: count > countedMax,
})

/** What ends in a company: all of it, and what is held for each SPID; two statements, whatever its size. */
export async function findHolders(db: Db, companyId: number, now: Date) {
  const whole = await holdersOfCompany(db, companyId, now)
  const spids = await holdersOfSpids(db, companyId)
  return {
    people: bounded(whole.people),
    names: whole.names,
    delegations: bounded(whole.delegations),
    modules: whole.modules.map(({ people, ...module }) => ({ ...module, people: bounded(people) })),
    spids: spids.map(({ people, user_profiles, ...spid }) => ({
      ...spid,
      people: bounded(people),
      user_profiles: bounded(user_profiles),
    })),
  }
}

interface OfCompany {
  people: number
  names: string[]
  delegations: number
  modules: { id: number; name: string; people: number }[]
}

/** Counts only what `access_links` opens now: people who are blocked or whose module is in no plan have no access to lose. */
async function holdersOfCompany(db: Db, companyId: number, now: Date): Promise<OfCompany> {
  const { rows } = await sql<OfCompany>`
    with open as materialized (
      select distinct l.user_id, l.module_id, l.delegation_id from access_links(${now}::timestamptz) l
      where l.company_id = ${companyId} and l.place_spid is null and l.opens
    ), people as (select distinct user_id from open)
    select (select count(*)::integer from (select from people limit ${looked}) one) as people,
      (select coalesce(json_agg(n.name order by lower(n.name) collate natural_order, n.id), '[]'::json) from (
        select u.id, u.name from people join users u on u.id = people.user_id
        order by lower(u.name) collate natural_order, u.id limit ${sql.lit(namesMax)}) n) as names,
      (select count(distinct delegation_id)::integer from open) as delegations,
      (select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'people', held.people) order by lower(m.name) collate natural_order, m.id), '[]'::json)
        from (select module_id, least(count(distinct user_id), ${looked})::integer as people from open group by module_id) held
        join modules m on m.id = held.module_id) as modules`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A statement without from answers one row.')
  return row
}

interface OfSpid {
  spid: string
  people: number
  user_profiles: number
  names: string[]
  profiles: string[]
}

/** Deleted people's too: they go with the SPID, and would be missed by somebody who is activated again. */
async function holdersOfSpids(db: Db, companyId: number): Promise<OfSpid[]> {
  const { rows } = await sql<OfSpid>`
    select sp.spid,
      (select count(*)::integer from (select from user_profiles up
        where up.company_id = sp.company_id and up.spid = sp.spid limit ${looked}) held) as user_profiles,
      people.total as people, people.names,
      (select coalesce(json_agg(p.name order by lower(p.name) collate natural_order, p.id), '[]'::json) from (
        select p.id, p.name from profiles p where exists (select from user_profiles up
          where up.company_id = sp.company_id and up.profile_id = p.id and up.spid = sp.spid)
        order by lower(p.name) collate natural_order, p.id limit ${sql.lit(namesMax)}) p) as profiles
    from spids sp, lateral (
      with holders as (select distinct up.user_id from user_profiles up
        where up.company_id = sp.company_id and up.spid = sp.spid limit ${looked})
      select count(*)::integer as total,
        (select coalesce(json_agg(n.name order by lower(n.name) collate natural_order, n.id), '[]'::json) from (
          select u.id, u.name from holders join users u on u.id = holders.user_id
          order by lower(u.name) collate natural_order, u.id limit ${sql.lit(namesMax)}) n) as names
      from holders) people
    where sp.company_id = ${companyId} order by sp.spid`.execute(db)
  return rows
}
