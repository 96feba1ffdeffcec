import { sql } from 'kysely'
import {
  type accessRequests,
  type RequestableModule,
  requestableModulesMax,
} from '../../contract/access-requests.ts'
import { commonModuleId, consoleModuleId } from '../../contract/constants.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { Db } from '../database/database.ts'
import { showsAll } from '../database/row-search.ts'
import { logoAddress } from '../logos/record-logo.ts'

interface Found extends RequestableModule {
  company_logo_digest: string | null
  module_logo_digest: string | null
}

const line = sql`search_fold(concat_ws(chr(10), m.name, s.name, c.name))`
const searched = {
  name: sql`search_fold(m.name)`,
  shows: (pattern: unknown) => sql<boolean>`${line} like ${pattern}`,
}

/**
 * Returns modules that active companies of a user are entitled to and that the user cannot open, or not for every SPID.
 * Those that cannot be opened at all come first. Uses one query, and `access_links` as the access page does.
 */
export async function findRequestableModules(
  db: Db,
  userId: number,
  { search, company_id, module_id }: QueryOf<typeof accessRequests.accessRequestModules>,
  now: Date,
) {
  const conditions = sql.join([sql`true`, ...showsAll(searched, search)], sql` and `)
  const { rows } = await sql<Found>`
    with open as materialized (
      select distinct l.company_id, l.module_id, l.place_spid from access_links(${now}::timestamptz) l
      where l.opens and l.user_id = ${userId}),
    entitled as (
      select distinct sg.company_id, sg.module_id from user_companies uc join seat_grants sg on sg.company_id = uc.company_id
      where uc.user_id = ${userId} and (${company_id ?? null}::integer is null or uc.company_id = ${company_id ?? null})
        and (${module_id ?? null}::integer is null or sg.module_id = ${module_id ?? null})
        and sg.module_id <> all (${[consoleModuleId, commonModuleId]}::integer[])),
    places as (
      select e.company_id, e.module_id,
        exists (select from open o where o.company_id = e.company_id and o.module_id = e.module_id) as open,
        coalesce((select json_agg(json_build_object('spid', sp.spid, 'description', sp.description) order by sp.spid)
          from spids sp join modules m on m.id = e.module_id and m.is_enable_spid
          where sp.company_id = e.company_id and not exists (select from open o
            where o.company_id = e.company_id and o.module_id = e.module_id and o.place_spid = sp.spid)), '[]'::json) as spids
      from entitled e)
    select json_build_object('id', c.id, 'name', c.name) as company, cl.url_digest as company_logo_digest,
      json_build_object('id', s.id, 'name', s.name) as service,
      json_build_object('id', m.id, 'name', m.name, 'is_enable_spid', m.is_enable_spid) as module, ml.digest as module_logo_digest,
      p.open, p.spids,
      exists (select from access_requests r where r.requester_id = ${userId} and r.company_id = p.company_id
        and r.module_id = p.module_id and r.state = 'pending' and r.expires_at > ${now}) as pending
    from places p
    join companies c on c.id = p.company_id and c.active
    join modules m on m.id = p.module_id and m.active
    join services s on s.id = m.service_id and s.active
    left join company_logos cl on cl.company_id = c.id
    left join module_logos ml on ml.module_id = m.id
    where (not p.open or json_array_length(p.spids) > 0) and ${conditions}
    order by p.open, lower(m.name) collate natural_order, lower(c.name) collate natural_order, m.id, c.id
    limit ${sql.lit(requestableModulesMax + 1)}`.execute(db)
  return {
    modules: rows.slice(0, requestableModulesMax).map(withLogos),
    more: rows.length > requestableModulesMax,
  }
}

const withLogos = ({
  company_logo_digest,
  module_logo_digest,
  company,
  module,
  ...row
}: Found): RequestableModule => ({
  ...row,
  company: {
    ...company,
    logo: company_logo_digest && logoAddress('company', company.id, company_logo_digest),
  },
  module: {
    ...module,
    logo: module_logo_digest && logoAddress('module', module.id, module_logo_digest),
  },
})
