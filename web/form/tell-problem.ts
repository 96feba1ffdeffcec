import { ApiProblem } from '../api/api-problem.ts'
import { ConfirmationCancelled } from '../confirm-identity/confirm-identity-request.ts'
import { endedSession } from '../session-state/session-end.ts'
import { notify } from '../ui/notify.ts'

/** Something for each of some problems. */
type PerProblem<Value> = Partial<Record<ApiProblem['code'], Value>>

/** What a screen tells of a write that the server refused (console.md §8). */
export interface Refusals<Field extends string = string> {
  /** The sentence that says what was not done. */
  failure: string
  /** Problems whose own sentence is told: instead of the failure, as an error or a warning, or after it as its reason. */
  told?: PerProblem<'error' | 'warning' | 'reason'>
  /** Problems whose own sentence stands at a field of the form as well. */
  fields?: PerProblem<Field>
}

/** The refusal that a person is to be told of; null after a cancelled confirmation, and where the session is over. */
export function refusalOf(error: Error): ApiProblem | null {
  if (error instanceof ConfirmationCancelled) return null
  if (!(error instanceof ApiProblem)) throw error
  return endedSession(error) ? null : error
}

/** Tells a refusal as the table of its screen has it; without a table, in the words of the server. */
export function tellRefusal({ code, httpMessage }: ApiProblem, refusals?: Refusals): void {
  const telling = refusals ? refusals.told?.[code] : 'error'
  if (telling === 'error') return notify.error(httpMessage)
  if (refusals && telling !== 'warning') notify.error(refusals.failure)
  if (telling !== undefined) notify.warning(httpMessage)
}
