import { problems } from '../../contract/problems.ts'
import { notify } from '../ui/notify.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { endedSession } from '../session-state/session-end.ts'
import { ConfirmationCancelled } from '../confirm-identity/confirm-identity-request.ts'

/** Tells in the words of the server why something wasn't done; nothing where it was thought better of. */
export function tellProblem(error: Error): void {
  if (error instanceof ConfirmationCancelled) return
  if (!(error instanceof ApiProblem)) throw error
  if (endedSession(error)) return
  notify.error(error.status === 0 ? problems.internal.message : error.httpMessage)
}
