import type { actions } from '../../contract/actions.ts'
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import {
  type ConfirmableWrite,
  createRecord,
  replaceRecord,
  requireFound,
} from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { allOf } from '../database/list-page.ts'
import { actionInScope } from '../scope/catalogue-scope.ts'
import { requireAdministrator, scopeOf } from '../scope/scope.ts'
import { isOfConsole } from './function-policy.ts'
import { keepsScreenAction } from './action-policy.ts'
import {
  type ActionRow,
  actionTable,
  findAction,
  findOwner,
  isOfFunction,
  listActions,
  lockPlace,
} from './action-queries.ts'

const actionRecord = {
  name: 'action',
  missing: 'action-not-found',
  table: actionTable,
  inScope: (who: Principal) => actionInScope(scopeOf(who)),
  requireCreator: requireAdministrator,
  requireWriter: requireAdministrator,
  read: readAction,
} as const

/** Returns an action in the response format. */
function presentAction({ function_id, function_name, ...row }: ActionRow) {
  return { ...row, function: { id: function_id, name: function_name } }
}

async function requireOwner(db: Db, who: Principal, functionId: number) {
  return requireFound(await findOwner(db, scopeOf(who), functionId), 'function-not-found')
}

export async function readActions(
  db: Db,
  who: Principal,
  functionId: number,
  query: QueryOf<typeof actions.actionList>,
) {
  const owner = await requireOwner(db, who, functionId)
  const page = await listActions(db, functionId, query)
  const rows = page.rows.map(presentAction)
  return { function: owner, actions: rows, rows, pagination: page.pagination }
}

export async function readAction(db: Db, who: Principal, id: number) {
  return presentAction(requireFound(await findAction(db, scopeOf(who), id), 'action-not-found'))
}

/** Creates an action. An action of this console grants a write, so its creation needs a confirmation (decision 54). */
export async function createAction(
  write: ConfirmableWrite,
  { name, path, function_id }: BodyOf<typeof actions.actionCreate>,
) {
  await requireOwner(write.db, write.who, function_id)
  requireAdministrator(write.who)
  if (isOfConsole(await lockPlace(write.db, function_id))) await write.confirmIdentity()
  return createRecord(write, actionRecord, { name, path, function_id })
}

export function replaceAction(
  write: ConfirmableWrite,
  id: number,
  { version, name, path, active, function_id }: BodyOf<typeof actions.actionUpdate>,
) {
  // An action never moves to another function. A request with another function id is refused as not found, before any
  // other check.
  const ofFunction = {
    ...actionRecord,
    inScope: (who: Principal) => allOf(actionRecord.inScope(who), isOfFunction(function_id)),
  }
  return replaceRecord(write, ofFunction, {
    id,
    version,
    values: { name, path, active },
    async check(before) {
      const place = await lockPlace(write.db, before.function_id)
      if (!keepsScreenAction(place, before, { path, active }))
        throw new Problem('action-of-console')
      if (isOfConsole(place)) await write.confirmIdentity()
    },
  })
}
