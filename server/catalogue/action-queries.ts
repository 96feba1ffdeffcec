import { type RawBuilder, sql } from 'kysely'
import type { actions } from '../../contract/actions.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { Scope } from '../scope/scope.ts'
import { functionInScope } from '../scope/catalogue-scope.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { recordTable } from '../database/record-table.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { hasStatus } from '../database/record-status.ts'
import { searchedLine } from '../database/row-search.ts'

type ActionListQuery = QueryOf<typeof actions.actionList>

const actionId = sql.ref('actions.id')

const sorts = {
  name: sql`lower(actions.name) collate natural_order`,
  path: sql`actions.path`,
  created_at: sql`actions.created_at`,
  status: sql`actions.active`,
}

function selectActions(db: Db) {
  return db
    .selectFrom('actions')
    .innerJoin('functions', 'functions.id', 'actions.function_id')
    .select([
      'actions.id',
      'actions.name',
      'actions.path',
      'actions.active',
      'actions.created_at',
      'actions.updated_at',
      'actions.version',
      'actions.function_id',
      'functions.name as function_name',
    ])
}

export type ActionRow = Awaited<
  ReturnType<ReturnType<typeof selectActions>['executeTakeFirstOrThrow']>
>

/** Returns the function that the actions belong to, if it is in scope. */
export function findOwner(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('functions')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where(functionInScope(scope))
    .executeTakeFirst()
}

export function listActions(db: Db, functionId: number, list: ActionListQuery) {
  return findPage({
    list,
    from: db.selectFrom('actions'),
    rows: selectActions(db),
    conditions: [
      sql`actions.function_id = ${functionId}`,
      ...filtered(list, { status: hasStatus('actions') }),
    ],
    searched: searchedLine('actions'),
    sorts,
    id: actionId,
  })
}

export function findAction(db: Db, scope: Scope, id: number) {
  return selectActions(db)
    .where('actions.id', '=', id)
    .where(functionInScope(scope))
    .executeTakeFirst()
}

export const actionConstraints: ConstraintMeanings = {
  actions_name_key: { problems: ['action-in-use', 'action-exists'], field: 'name' },
  actions_path_key: { problems: ['action-in-use', 'action-exists'], field: 'path' },
}

export const actionTable = recordTable('actions', ['function_id', 'name', 'path', 'active'])

/** Condition: the action belongs to this function. True if the request names no function. */
export function isOfFunction(functionId: number | undefined): RawBuilder<boolean> {
  return functionId === undefined
    ? sql<boolean>`true`
    : sql<boolean>`actions.function_id = ${functionId}`
}

/** Returns the fields of a function on which the policy decides. Locks the function until the transaction ends. */
export function lockPlace(db: Db, functionId: number) {
  return db
    .selectFrom('functions')
    .select(['module_id', 'environment', 'method', 'url'])
    .where('id', '=', functionId)
    .forShare()
    .executeTakeFirstOrThrow()
}
