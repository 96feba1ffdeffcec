import { ApiProblem } from '../api/api-problem.ts'
import { endedSession } from '../session-state/session-end.ts'
import { ConfirmationCancelled } from '../confirm-identity/confirm-identity-request.ts'
import { notify } from '../ui/notify.ts'

/** The fields that say a problem of the server themselves. */
export const profileProblemFields = {
  'profile-name-in-use': 'name',
  'profile-in-use': 'module_id',
  'module-not-found': 'module_id',
} as const

/** Tells what wasn't done (console.md §8), and why where a person can do something about it. */
export function tellProfileProblem(error: Error, failure: string): void {
  if (error instanceof ConfirmationCancelled) return
  if (!(error instanceof ApiProblem)) throw error
  if (endedSession(error)) return
  notify.error(failure)
  if (error.status === 400 || error.status === 409) notify.warning(error.httpMessage)
}
