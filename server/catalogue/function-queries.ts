import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { FunctionRow as FunctionOut, functions } from '../../contract/functions.ts'
import type { Scope } from '../scope/scope.ts'
import { functionInScope } from '../scope/catalogue-scope.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { recordTable } from '../database/record-table.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { hasStatus, statusOf } from '../database/record-status.ts'
import { nameIn, type Searched } from '../database/row-search.ts'

type FunctionListQuery = QueryOf<typeof functions.functionList>

const functionId = sql.ref('functions.id')

const sorts = {
  name: sql`lower(functions.name) collate natural_order`,
  module: sql`lower(modules.name) collate natural_order`,
  url: sql`functions.url`,
  created_at: sql`functions.created_at`,
  updated_at: sql`functions.updated_at`,
  status: sql`functions.active`,
}

function selectFunctions(db: Db) {
  return (
    db
      .selectFrom('functions')
      .innerJoin('modules', 'modules.id', 'functions.module_id')
      .select([
        'functions.id',
        'functions.name',
        'functions.url',
        statusOf('functions').as('status'),
        'functions.module_id',
        'modules.name as module_name',
        'functions.code',
        'functions.environment',
        'functions.method',
        'functions.accredited_enable',
        'functions.created_at',
        'functions.updated_at',
        'functions.version',
      ])
      // Check constraints limit the columns to these values.
      .$narrowType<Pick<FunctionOut, 'environment' | 'method'>>()
  )
}

export type FunctionRow = Awaited<
  ReturnType<ReturnType<typeof selectFunctions>['executeTakeFirstOrThrow']>
>

const modulesNamed = (pattern: RawBuilder<string>) =>
  sql`select m.id from modules m where ${nameIn(sql`m.search_line`)} like ${pattern}`

/** A word matches the function's search line or the name of its module. */
const searched: Searched = {
  name: nameIn(sql`functions.search_line`),
  shows: (pattern) =>
    sql`(functions.search_line like ${pattern} or functions.module_id = any (array(${modulesNamed(pattern)})))`,
  hint: (pattern) => sql`functions.module_id = any (array(${modulesNamed(pattern)}))`,
  indexed: {
    holds: (doubled) => sql`functions.search_doubled like ${doubled}`,
    elsewhere: (pattern) => sql`exists (${modulesNamed(pattern)})`,
  },
}

export function listFunctions(db: Db, scope: Scope, list: FunctionListQuery) {
  return findPage({
    list,
    from: db.selectFrom('functions'),
    rows: selectFunctions(db),
    conditions: [
      functionInScope(scope),
      ...filtered(list, {
        status: hasStatus('functions'),
        module_id: (module) => sql`functions.module_id = ${module}`,
        service_id: (service) =>
          sql`functions.module_id = any (array(select m.id from modules m where m.service_id = ${service}))`,
      }),
    ],
    searched,
    sorts,
    id: functionId,
  })
}

/** Returns a function with its actions. Uses one query. */
export function findFunction(db: Db, scope: Scope, id: number) {
  return selectFunctions(db)
    .select(
      sql<{ id: number; name: string; path: string | null; active: boolean }[]>`coalesce((
        select json_agg(json_build_object('id', a.id, 'name', a.name, 'path', a.path, 'active', a.active) order by lower(a.name) collate natural_order, a.id)
        from actions a where a.function_id = functions.id), '[]'::json)`.as('actions'),
    )
    .where('functions.id', '=', id)
    .where(functionInScope(scope))
    .executeTakeFirst()
}

export const functionConstraints: ConstraintMeanings = {
  functions_place_key: { problems: ['function-place-in-use'], field: 'url' },
  functions_code_key: { problems: ['function-code-in-use'], field: 'code' },
  functions_module_fkey: { fields: { module_id: 'Módulo não encontrado.' } },
}

export const functionTable = recordTable('functions', [
  'module_id',
  'name',
  'url',
  'code',
  'environment',
  'method',
  'accredited_enable',
  'status',
])
