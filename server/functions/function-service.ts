import type { BodyOf } from '../../contract/endpoint.ts'
import type { functions } from '../../contract/functions.ts'
import { catalogueScope, requireCatalogueWriter } from '../scope/catalogue-policy.ts'
import type { CatalogueWrite } from '../services/service-service.ts'
import type { Principal } from '../binder/principal.ts'
import { auditRow } from '../audit/audit-row.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import { requireVersion } from '../binder/row-version.ts'
import { keepsScreen } from './function-policy.ts'
import {
  findFunction,
  type FunctionRow,
  insertFunction,
  lockFunction,
  updateFunction,
} from './function-queries.ts'

/** A function as it goes out. */
export function presentFunction<R extends FunctionRow>({ module_id, module_name, ...row }: R) {
  return { ...row, module: { id: module_id, name: module_name } }
}

/** The function as the bearer may see it. */
export async function readFunction(db: Db, who: Principal, id: number) {
  const found = await findFunction(db, catalogueScope(who), id)
  if (!found) throw new Problem('function-not-found')
  return presentFunction(found)
}

export async function createFunction(
  { db, who, audit }: CatalogueWrite,
  body: BodyOf<typeof functions.functionCreate>,
) {
  requireCatalogueWriter(who)
  const made = await insertFunction(db, body)
  audit({ target: `function:${made.id}`, after: auditRow(made) })
  return readFunction(db, who, made.id)
}

/** The database refuses another module while profiles of the present one hold the function. */
export async function replaceFunction(
  { db, who, audit }: CatalogueWrite,
  id: number,
  { version, ...fields }: BodyOf<typeof functions.functionUpdate>,
) {
  const before = await lockFunction(db, catalogueScope(who), id)
  if (!before) throw new Problem('function-not-found')
  requireCatalogueWriter(who)
  requireVersion(before, version)
  if (!keepsScreen(before, fields)) throw new Problem('function-of-console')
  const after = await updateFunction(db, before, fields)
  audit({ target: `function:${id}`, before: auditRow(before), after: auditRow(after) })
  return readFunction(db, who, id)
}
