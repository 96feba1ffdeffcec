import { sql } from 'kysely'
import type { SignInPolicy } from '../../contract/sign-in-policies.ts'
import type { Db } from '../database/database.ts'
import { statusOf } from '../database/record-status.ts'

/** A module that a company offers to a user. */
export interface Offer {
  company_id: number
  company_name: string
  document: string
  company_logo_digest: string | null
  sign_in_policy: SignInPolicy
  sign_in_policy_begins_at: Date | null
  service_id: number
  service_name: string
  module_id: number
  module_name: string
  /** URL with the protocol. Null if the module has no address. */
  url: string | null
  status: 0 | 1
  is_enable_spid: boolean
  logo_digest: string | null
  last_used_at: Date | null
  /** SPIDs of the user's favourites of this module and company; null for a favourite without SPID. */
  favourites: (string | null)[]
  /** SPIDs of the company that the user's profiles there cover. */
  spids: { spid: string; description: string }[]
}

/**
 * Returns the modules offered to a user, or only one module of one company. Uses a single query on `access_links`, the
 * view by which the guard decides too (rulings §6). A profile without a SPID covers all SPIDs.
 */
export async function listOffers(
  db: Db,
  userId: number,
  now: Date,
  only?: { companyId: number; moduleId: number },
): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    with places as materialized (
      select l.company_id, l.module_id, array_agg(distinct l.place_spid) as spids
      from access_links(${now}::timestamptz) l
      where l.opens and l.user_id = ${userId}
        ${only ? sql`and l.company_id = ${only.companyId} and l.module_id = ${only.moduleId}` : sql``}
      group by l.company_id, l.module_id
    )
    select c.id as company_id, c.name as company_name, c.document, cl.url_digest as company_logo_digest, c.sign_in_policy, c.sign_in_policy_begins_at,
      s.id as service_id, s.name as service_name,
      m.id as module_id, m.name as module_name, m.protocol || m.url as url, ${statusOf('m')} as status, m.is_enable_spid,
      l.digest as logo_digest, v.last_used_at,
      array(select f.spid from module_favourites f
        where f.user_id = ${userId} and f.company_id = c.id and f.module_id = m.id
          and (f.spid is null or (m.is_enable_spid and f.spid = any (p.spids)))
        order by f.spid nulls first) as favourites,
      coalesce((select json_agg(json_build_object('spid', sp.spid, 'description', sp.description) order by sp.spid)
        from spids sp where sp.company_id = c.id and sp.spid = any (p.spids)), '[]'::json) as spids
    from places p
    join companies c on c.id = p.company_id
    join modules m on m.id = p.module_id
    join services s on s.id = m.service_id
    left join company_logos cl on cl.company_id = c.id
    left join module_logos l on l.module_id = m.id
    left join module_visits v on v.user_id = ${userId} and v.company_id = c.id and v.module_id = m.id
    order by lower(c.name) collate natural_order, c.id, s.id, lower(m.name) collate natural_order`.execute(
    db,
  )
  return rows
}

/** Factors that a user has here. An identity provider does not tell which ones its users have. */
export interface OwnFactors {
  federated: boolean
  passkey: boolean
  totp: boolean
}

export function findOwnFactors(db: Db, userId: number): Promise<OwnFactors> {
  return db
    .selectFrom('users')
    .select([
      'federated',
      sql<boolean>`exists (select from passkeys where user_id = users.id)`.as('passkey'),
      sql<boolean>`exists (select from totp_factors where user_id = users.id)`.as('totp'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
