import { sql } from 'kysely'
import { consoleModuleId } from '../../contract/constants.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { services } from '../../contract/services.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { recordTable } from '../database/record-table.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { hasStatus } from '../database/record-status.ts'
import { searchedLine } from '../database/row-search.ts'
import type { Scope } from '../scope/scope.ts'
import { moduleInScope, serviceInScope } from '../scope/catalogue-scope.ts'

type ServiceListQuery = QueryOf<typeof services.serviceList>

export const serviceId = sql.ref('services.id')

const sorts = {
  name: sql`lower(services.name) collate natural_order`,
  created_at: sql`services.created_at`,
  updated_at: sql`services.updated_at`,
  status: sql`services.active`,
}

function selectServices(db: Db, scope: Scope) {
  return db.selectFrom('services').select([
    'services.id',
    'services.name',
    'services.description',
    'services.active',
    'services.created_at',
    'services.updated_at',
    'services.version',
    sql<{ id: number; name: string }[]>`coalesce((
        select json_agg(json_build_object('id', m.id, 'name', m.name) order by lower(m.name) collate natural_order, m.id)
        from modules m
        where m.service_id = services.id and m.active and ${moduleInScope(scope, sql.ref('m.id'))}), '[]'::json)`.as(
      'modules',
    ),
  ])
}

export function listServices(db: Db, scope: Scope, list: ServiceListQuery) {
  return findPage({
    list,
    from: db.selectFrom('services'),
    rows: selectServices(db, scope),
    conditions: [
      serviceInScope(scope, serviceId),
      ...filtered(list, {
        id: (id) => sql`services.id = ${id}`,
        status: hasStatus('services'),
      }),
    ],
    searched: searchedLine('services'),
    sorts,
    id: serviceId,
  })
}

export function findService(db: Db, scope: Scope, id: number) {
  return selectServices(db, scope)
    .where('services.id', '=', id)
    .where(serviceInScope(scope, serviceId))
    .executeTakeFirst()
}

export const serviceConstraints: ConstraintMeanings = {
  services_name_key: { problems: ['service-name-in-use'], field: 'name' },
}

export const serviceTable = recordTable('services', ['name', 'description', 'active'])

/** Returns whether this console is a module of the service. */
export async function isServiceOfConsole(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('modules')
    .select('id')
    .where('id', '=', consoleModuleId)
    .where('service_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
