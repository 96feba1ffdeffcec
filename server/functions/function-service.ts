import type { BodyOf } from '../../contract/endpoint.ts'
import type { functions } from '../../contract/functions.ts'
import type { Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'
import { createRecord, replaceRecord, requireFound, type Write } from '../binder/record.ts'
import type { Db } from '../database/database.ts'
import { functionInScope } from '../scope/catalogue-scope.ts'
import { requireAdministrator, scopeOf } from '../scope/scope.ts'
import { keepsScreen } from './function-policy.ts'
import { findFunction, type FunctionRow, functionTable } from './function-queries.ts'

const functionRecord = {
  name: 'function',
  missing: 'function-not-found',
  table: functionTable,
  inScope: (who: Principal) => functionInScope(scopeOf(who)),
  requireCreator: requireAdministrator,
  requireWriter: requireAdministrator,
  read: readFunction,
} as const

/** A function as it goes out. */
export function presentFunction<R extends FunctionRow>({ module_id, module_name, ...row }: R) {
  return { ...row, module: { id: module_id, name: module_name } }
}

/** The function as the bearer may see it. */
export async function readFunction(db: Db, who: Principal, id: number) {
  return presentFunction(
    requireFound(await findFunction(db, scopeOf(who), id), 'function-not-found'),
  )
}

export function createFunction(write: Write, values: BodyOf<typeof functions.functionCreate>) {
  return createRecord(write, functionRecord, values)
}

/** The database refuses another module while profiles of the present one hold the function. */
export function replaceFunction(
  write: Write,
  id: number,
  { version, ...values }: BodyOf<typeof functions.functionUpdate>,
) {
  return replaceRecord(write, functionRecord, {
    id,
    version,
    values,
    check(before) {
      if (!keepsScreen(before, values)) throw new Problem('function-of-console')
    },
  })
}
