import { sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { modules } from '../../contract/modules.ts'
import type { Scope } from '../scope/scope.ts'
import { moduleInScope, serviceInScope } from '../scope/catalogue-scope.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { recordTable } from '../database/record-table.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { hasStatus, statusOf } from '../database/record-status.ts'
import { searchedLine } from '../database/row-search.ts'
import { oldSecrets } from './secret-age.ts'

type ModuleListQuery = QueryOf<typeof modules.moduleList>

export const moduleId = sql.ref('modules.id')
/** Maximum number of modules of a service in a select. A service has about a dozen. */
const maxChoices = 500

const sorts = {
  name: sql`lower(modules.name) collate natural_order`,
  created_at: sql`modules.created_at`,
  updated_at: sql`modules.updated_at`,
  status: sql`modules.active`,
}

function selectModules(db: Db) {
  return db
    .selectFrom('modules')
    .innerJoin('services', 'services.id', 'modules.service_id')
    .leftJoin('module_logos', 'module_logos.module_id', 'modules.id')
    .select([
      'modules.id',
      'modules.name',
      'modules.url',
      'modules.protocol',
      'modules.service_id',
      'modules.is_enable_spid',
      statusOf('modules').as('status'),
      'modules.created_at',
      'modules.updated_at',
      'modules.version',
      'services.name as service_name',
      'module_logos.digest as logo_digest',
      sql<boolean>`exists (select from module_secrets s where s.module_id = modules.id and s.retired_at is null)`.as(
        'secret_generated',
      ),
    ])
}

export type ModuleRow = Awaited<
  ReturnType<ReturnType<typeof selectModules>['executeTakeFirstOrThrow']>
>

/** SQL condition on `modules`: a valid secret is old or was never used. */
const hasQuestionableSecret = (now: Date) => sql<boolean>`exists (select from module_secrets s
  where s.module_id = modules.id and ${oldSecrets(now).questionable})`

export function listModules(db: Db, scope: Scope, list: ModuleListQuery, now: Date) {
  return findPage({
    list,
    from: db.selectFrom('modules'),
    rows: selectModules(db),
    conditions: [
      moduleInScope(scope, moduleId),
      ...filtered(list, {
        id: (id) => sql`modules.id = ${id}`,
        service_id: (service) => sql`modules.service_id = ${service}`,
        // Callers without access to all rows do not see the age of secrets, so `secret_due` matches no module for them.
        secret_due: (due) =>
          scope === 'everything'
            ? sql`(${hasQuestionableSecret(now)}) = ${due === 1}`
            : sql`${due === 0}::boolean`,
        status: hasStatus('modules'),
      }),
    ],
    searched: searchedLine('modules'),
    sorts,
    id: moduleId,
  })
}

export function findModule(db: Db, scope: Scope, id: number) {
  return selectModules(db)
    .where('modules.id', '=', id)
    .where(moduleInScope(scope, moduleId))
    .executeTakeFirst()
}

/** Returns a service, by id or name, with its active modules in scope. Uses one query. */
export function findModulesOfService(
  db: Db,
  scope: Scope,
  service: { id: number } | { name: string },
) {
  return db
    .selectFrom('services')
    .select([
      'services.id',
      'services.name',
      sql<{ id: number; name: string; is_enable_spid: boolean }[]>`coalesce((
        select json_agg(m order by lower(m.name) collate natural_order, m.id) from (
          select m.id, m.name, m.is_enable_spid from modules m
          where m.service_id = services.id and m.active and ${moduleInScope(scope, sql.ref('m.id'))}
          order by lower(m.name) collate natural_order, m.id limit ${maxChoices}) m), '[]'::json)`.as(
        'modules',
      ),
    ])
    .where(
      'id' in service
        ? sql<boolean>`services.id = ${service.id}`
        : sql<boolean>`lower(services.name) = lower(${service.name})`,
    )
    .where(serviceInScope(scope, sql.ref('services.id')))
    .executeTakeFirst()
}

export const moduleConstraints: ConstraintMeanings = {
  modules_service_name_key: { problems: ['module-name-in-use'], field: 'name' },
  modules_service_fkey: { fields: { service_id: 'Serviço não encontrado.' } },
}

export const moduleTable = recordTable('modules', [
  'service_id',
  'name',
  'protocol',
  'url',
  'is_enable_spid',
  'status',
])
