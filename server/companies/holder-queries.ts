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

/** Deleted people and profiles open nothing, so nobody loses them. */
async function holdersOfCompany(db: Db, companyId: number, now: Date): Promise<OfCompany> {
  const { rows } = await sql<OfCompany>`
    with running as (
      select d.user_id from delegations d join users u on u.id = d.user_id and u.status = 1
      where d.company_id = ${companyId} and d.closed_at is null and ${runs(now)} limit ${looked}
    ), people as (
      select up.user_id from user_profiles up
      join users u on u.id = up.user_id and u.status = 1
      join profiles p on p.id = up.profile_id and p.status = 1
      where up.company_id = ${companyId}
      union select user_id from running limit ${looked}
    )
    select (select count(*)::integer from people) as people,
      (select coalesce(json_agg(n.name order by lower(n.name), n.id), '[]'::json) from (
        select u.id, u.name from people join users u on u.id = people.user_id
        order by lower(u.name), u.id limit ${sql.lit(namesMax)}) n) as names,
      (select count(*)::integer from running) as delegations,
      (select coalesce(json_agg(json_build_object('id', held.id, 'name', held.name, 'people', held.people) order by lower(held.name), held.id), '[]'::json)
        from (select m.id, m.name, (select count(*)::integer from (
            select distinct up.user_id from profiles p
            join user_profiles up on up.profile_id = p.id and up.company_id = ${companyId}
            join users u on u.id = up.user_id and u.status = 1
            where p.module_id = m.id and p.status = 1 limit ${looked}) one) as people
          from modules m where m.status = 1) held
        where held.people > 0) as modules`.execute(db)
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
      (select coalesce(json_agg(p.name order by lower(p.name), p.id), '[]'::json) from (
        select p.id, p.name from profiles p where exists (select from user_profiles up
          where up.company_id = sp.company_id and up.profile_id = p.id and up.spid = sp.spid)
        order by lower(p.name), p.id limit ${sql.lit(namesMax)}) p) as profiles
    from spids sp, lateral (
      with holders as (select distinct up.user_id from user_profiles up
        where up.company_id = sp.company_id and up.spid = sp.spid limit ${looked})
      select count(*)::integer as total,
        (select coalesce(json_agg(n.name order by lower(n.name), n.id), '[]'::json) from (
          select u.id, u.name from holders join users u on u.id = holders.user_id
          order by lower(u.name), u.id limit ${sql.lit(namesMax)}) n) as names
      from holders) people
    where sp.company_id = ${companyId} order by sp.spid`.execute(db)
  return rows
}

const runs = (now: Date) =>
  sql<boolean>`d.begin_at <= ${now} and (d.end_at is null or d.end_at > ${now})`
