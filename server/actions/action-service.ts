import type { actions } from '../../contract/actions.ts'
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts'
import { catalogueScope, requireCatalogueWriter } from '../scope/catalogue-policy.ts'
import type { CatalogueWrite } from '../services/service-service.ts'
import type { Principal } from '../binder/principal.ts'
import { auditRow } from '../audit/audit-row.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import { requireVersion } from '../binder/row-version.ts'
import { keepsScreenAction } from './action-policy.ts'
import {
  type ActionRow,
  findAction,
  findOwner,
  findPlace,
  insertAction,
  listActions,
  lockAction,
  updateAction,
} from './action-queries.ts'

/** An action as it goes out. */
function presentAction({ function_id, function_name, ...row }: ActionRow) {
  return { ...row, function: { id: function_id, name: function_name } }
}

async function requireOwner(db: Db, who: Principal, functionId: number) {
  const owner = await findOwner(db, catalogueScope(who), functionId)
  if (!owner) throw new Problem('function-not-found')
  return owner
}

export async function readActions(
  db: Db,
  who: Principal,
  functionId: number,
  query: QueryOf<typeof actions.actionList>,
) {
  const owner = await requireOwner(db, who, functionId)
  const { rows, pagination } = await listActions(db, functionId, query)
  return { function: owner, rows: rows.map(presentAction), pagination }
}

export async function readAction(db: Db, who: Principal, id: number) {
  const action = await findAction(db, catalogueScope(who), id)
  if (!action) throw new Problem('action-not-found')
  return presentAction(action)
}

export async function createAction(
  { db, who, audit }: CatalogueWrite,
  body: BodyOf<typeof actions.actionCreate>,
) {
  await requireOwner(db, who, body.function_id)
  requireCatalogueWriter(who)
  const made = await insertAction(db, body)
  audit({ target: `action:${made.id}`, after: auditRow(made) })
  return readAction(db, who, made.id)
}

export async function replaceAction(
  { db, who, audit }: CatalogueWrite,
  id: number,
  body: BodyOf<typeof actions.actionUpdate>,
) {
  const before = await lockAction(db, catalogueScope(who), id)
  if (!before || (body.function_id ?? before.function_id) !== before.function_id)
    throw new Problem('action-not-found')
  requireCatalogueWriter(who)
  requireVersion(before, body.version)
  if (!keepsScreenAction(await findPlace(db, before.function_id), before, body))
    throw new Problem('action-of-console')
  const after = await updateAction(db, before, body)
  audit({ target: `action:${id}`, before: auditRow(before), after: auditRow(after) })
  return readAction(db, who, id)
}
