import { sql } from 'kysely'
import { commonModuleId } from '../../contract/constants.ts'
import type { Db } from '../database/database.ts'
import { moduleInScope } from '../scope/catalogue-scope.ts'
import { companyInScope } from '../scope/company-scope.ts'
import type { Scope } from '../scope/scope.ts'

interface Named {
  id: number
  name: string
}

const companiesIn = (scope: Scope) => sql`coalesce((
  select json_agg(json_build_object('id', c.id, 'name', c.name) order by lower(c.name) collate natural_order, c.id) from companies c
  where c.active and ${companyInScope(scope, sql.ref('c.id'))}), '[]'::json)`

/**
 * Returns the modules, by service, and the companies that can be added to a plan: those that are active and in scope.
 * Uses one query.
 */
export async function findCatalogue(db: Db, scope: Scope) {
  const { rows } = await sql<{ data: (Named & { modules: Named[] })[]; companys: Named[] }>`
    select ${companiesIn(scope)} as companys, coalesce((
      select json_agg(json_build_object('id', s.id, 'name', s.name, 'modules', s.modules) order by lower(s.name) collate natural_order, s.id)
      from (
        select s.id, s.name, json_agg(json_build_object('id', m.id, 'name', m.name) order by lower(m.name) collate natural_order, m.id) as modules
        from services s join modules m on m.service_id = s.id and m.active and m.id <> ${commonModuleId}
          and ${moduleInScope(scope, sql.ref('m.id'))}
        where s.active group by s.id) s), '[]'::json) as data`.execute(db)
  return rows[0] ?? { data: [], companys: [] }
}

/** Like `findCatalogue`, but returns a flat list of modules with their service. */
export async function findChoicesOfPlans(db: Db, scope: Scope) {
  const { data, companys } = await findCatalogue(db, scope)
  const flat = data.flatMap(({ id, name, modules }) =>
    modules.map((module) => ({ ...module, Service: { id, name } })),
  )
  return { data: flat, companys }
}
