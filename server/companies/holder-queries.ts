import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** Maximum count in the confirmation question. Beyond it, the question only states that there are more. */
const maxCount = 1000
/** Maximum number of names in the question. */
const maxNames = 5
/** One more than the maximum, to detect that there are more. */
const countLimit = sql.lit(maxCount + 1)

interface Bounded {
  total: number
  more: boolean
}

const bounded = (count: number): Bounded => ({
  total: Math.min(count, maxCount),
  more: count > maxCount,
})

/** Returns the access that ends with a company, in total and for each SPID. Always uses two statements. */
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

/**
 * Counts only access that `access_links` grants now. Blocked users and modules without a plan have no access to lose.
 */
async function holdersOfCompany(db: Db, companyId: number, now: Date): Promise<OfCompany> {
  const { rows } = await sql<OfCompany>`
    with open as materialized (
      select distinct l.user_id, l.module_id, l.delegation_id from access_links(${now}::timestamptz) l
      where l.company_id = ${companyId} and l.place_spid is null and l.opens
    ), people as (select distinct user_id from open)
    select (select count(*)::integer from (select from people limit ${countLimit}) one) as people,
      (select coalesce(json_agg(n.name order by lower(n.name) collate natural_order, n.id), '[]'::json) from (
        select u.id, u.name from people join users u on u.id = people.user_id
        order by lower(u.name) collate natural_order, u.id limit ${sql.lit(maxNames)}) n) as names,
      (select count(distinct delegation_id)::integer from open) as delegations,
      (select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'people', held.people) order by lower(m.name) collate natural_order, m.id), '[]'::json)
        from (select module_id, least(count(distinct user_id), ${countLimit})::integer as people from open group by module_id) held
        join modules m on m.id = held.module_id) as modules`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The statement returned no row.')
  return row
}

interface OfSpid {
  spid: string
  people: number
  user_profiles: number
  names: string[]
  profiles: string[]
}

/**
 * Includes deleted users: their assignments end with the SPID, and a later activation of the user would not restore
 * them.
 */
async function holdersOfSpids(db: Db, companyId: number): Promise<OfSpid[]> {
  const { rows } = await sql<OfSpid>`
    select sp.spid,
      (select count(*)::integer from (select from user_profiles up
        where up.company_id = sp.company_id and up.spid = sp.spid limit ${countLimit}) held) as user_profiles,
      people.total as people, people.names,
      (select coalesce(json_agg(p.name order by lower(p.name) collate natural_order, p.id), '[]'::json) from (
        select p.id, p.name from profiles p where exists (select from user_profiles up
          where up.company_id = sp.company_id and up.profile_id = p.id and up.spid = sp.spid)
        order by lower(p.name) collate natural_order, p.id limit ${sql.lit(maxNames)}) p) as profiles
    from spids sp, lateral (
      with holders as (select distinct up.user_id from user_profiles up
        where up.company_id = sp.company_id and up.spid = sp.spid limit ${countLimit})
      select count(*)::integer as total,
        (select coalesce(json_agg(n.name order by lower(n.name) collate natural_order, n.id), '[]'::json) from (
          select u.id, u.name from holders join users u on u.id = holders.user_id
          order by lower(u.name) collate natural_order, u.id limit ${sql.lit(maxNames)}) n) as names
      from holders) people
    where sp.company_id = ${companyId} order by sp.spid`.execute(db)
  return rows
}
