import type { BodyOf } from '../../contract/endpoint.ts'
import type { functions } from '../../contract/functions.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import {
  type ConfirmableWrite,
  createRecord,
  replaceRecord,
  requireFound,
  type Write,
} from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { functionInScope } from '../scope/catalogue-scope.ts'
import { refusalOfModules } from '../scope/module-choice.ts'
import { requireAdministrator, scopeOf } from '../scope/scope.ts'
import { isOfConsole, keepsScreen } from './function-policy.ts'
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

/** Returns a function in the response format. */
export function presentFunction<R extends FunctionRow>({ module_id, module_name, ...row }: R) {
  return { ...row, module: { id: module_id, name: module_name } }
}

/** Returns the function if it is in the caller's scope. */
export async function readFunction(db: Db, who: Principal, id: number) {
  return presentFunction(
    requireFound(await findFunction(db, scopeOf(who), id), 'function-not-found'),
  )
}

/**
 * Creates a function. A function of this console grants a screen or an endpoint, so its creation needs a confirmation
 * (decision 54).
 */
export async function createFunction(
  write: ConfirmableWrite,
  values: BodyOf<typeof functions.functionCreate>,
) {
  requireAdministrator(write.who)
  await requireModule(write, values.module_id)
  if (isOfConsole(values)) await write.confirmIdentity()
  return createRecord(write, functionRecord, values)
}

/** Replaces a function. The database refuses to move it to another module while a profile of its module contains it. */
export function replaceFunction(
  write: ConfirmableWrite,
  id: number,
  { version, ...values }: BodyOf<typeof functions.functionUpdate>,
) {
  return replaceRecord(write, functionRecord, {
    id,
    version,
    values,
    async check(before) {
      if (!keepsScreen(before, values)) throw new Problem('function-of-console')
      if (isOfConsole(before) || isOfConsole(values)) await write.confirmIdentity()
      if (values.module_id !== before.module_id) await requireModule(write, values.module_id)
    },
  })
}

async function requireModule({ db, who }: Write, id: number): Promise<void> {
  const refused = await refusalOfModules(db, who, [id])
  if (refused) throw new Problem('invalid-input', { fields: { module_id: refused } })
}
