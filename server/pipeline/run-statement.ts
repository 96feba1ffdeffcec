import type { Endpoint } from '../../contract/endpoint.ts'
import type { StatementWriter } from '../audit/statement-writer.ts'
import type { Db } from '../database/database.ts'
import type { Call } from './call.ts'
import type { Statement } from './handler.ts'
import type { ConfirmationVerifier } from './principal.ts'
import { auditRefusal, runTransaction, type WriteContext } from './run-transaction.ts'

/**
 * Maximum number of times that a call plans its write. Concurrent writes may keep changing the data on which the plan
 * is based.
 */
const maxPlans = 5

/**
 * Plans the write without a transaction, and executes the plan in one statement. Plans again if the statement writes
 * nothing.
 */
export async function runStatement(
  dependencies: { db: Db; confirmations: ConfirmationVerifier; statements: StatementWriter },
  handler: Statement<Endpoint>,
  call: Call<Endpoint>,
  context: WriteContext,
): Promise<unknown> {
  const { draft } = context
  for (let plans = 1; plans <= maxPlans; plans++) {
    draft.reset()
    const plan = await auditRefusal(dependencies.db, draft, () => handler.plan(call))
    if ('transaction' in plan) {
      const { transaction: run } = plan
      return runTransaction(dependencies, { kind: 'transaction', run }, call, context)
    }
    if (!('write' in plan)) return plan.output
    const refused = 'refused' in plan ? plan.refused : undefined
    const event = !refused || refused.audited ? draft.event({ refused }) : undefined
    if (!(await dependencies.statements.write(plan.write, event))) continue
    if ('refused' in plan) throw plan.refused
    plan.onCommitted?.()
    return plan.output
  }
  throw new Error(`${context.endpoint.path}: the plan came too late ${maxPlans} times.`)
}
