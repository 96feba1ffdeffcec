import { sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { FunctionRow as FunctionOut, functions } from '../../contract/functions.ts'
import type { Scope } from '../scope/scope.ts'
import { functionInScope } from '../scope/catalogue-scope.ts'
import type { ConstraintMeanings } from '../binder/constraints.ts'
import type { Db } from '../database/database.ts'
import { recordTable } from '../database/record-table.ts'
import { allOf, findPage, holds, tally } from '../database/list-page.ts'

type FunctionListQuery = QueryOf<typeof functions.functionList>

const functionId = sql.ref('functions.id')

const sorts = {
  name: sql`lower(functions.name)`,
  module: sql`lower(modules.name)`,
  url: sql`functions.url`,
  created_at: sql`functions.created_at`,
  updated_at: sql`functions.updated_at`,
  status: sql`functions.status`,
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
        'functions.status',
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
      // Its check constraints allow nothing else.
      .$narrowType<Pick<FunctionOut, 'status' | 'environment' | 'method'>>()
  )
}

export type FunctionRow = Awaited<
  ReturnType<ReturnType<typeof selectFunctions>['executeTakeFirstOrThrow']>
>

/** Condition of a search: in the function's own line or in its module's name, the first line of the module's. */
function searched(search: string | undefined) {
  const own = holds(sql.ref('functions.search_line'), search)
  const ofModule = holds(sql`split_part(m.search_line, chr(10), 1)`, search)
  return (
    own &&
    ofModule &&
    sql<boolean>`(${own} or functions.module_id = any (array(select m.id from modules m where ${ofModule})))`
  )
}

export function listFunctions(db: Db, scope: Scope, list: FunctionListQuery) {
  const { search, status, service_id, module_id } = list
  const wanted = allOf(
    functionInScope(scope),
    searched(search),
    status !== undefined && sql<boolean>`functions.status = ${status}`,
    module_id !== undefined && sql<boolean>`functions.module_id = ${module_id}`,
    service_id !== undefined &&
      sql<boolean>`functions.module_id = any (array(select m.id from modules m where m.service_id = ${service_id}))`,
  )
  return findPage({
    list,
    count: db.selectFrom('functions').select(tally(functionId, search)).where(wanted),
    rows: selectFunctions(db).where(wanted),
    sorts,
    id: functionId,
  })
}

/** One function with its actions; one query. */
export function findFunction(db: Db, scope: Scope, id: number) {
  return selectFunctions(db)
    .select(
      sql<{ id: number; name: string; path: string | null; active: boolean }[]>`coalesce((
        select json_agg(json_build_object('id', a.id, 'name', a.name, 'path', a.path, 'active', a.active) order by lower(a.name), a.id)
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
