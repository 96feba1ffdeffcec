import { ApiProblem } from '../api/api-problem.ts'
import { clearSessionOf, storage } from '../storage.ts'
import { notify } from '../ui/notify.ts'

/** Milliseconds between the notice of an expired session and its end (portal.md §9). */
const expiredSessionGrace = 200

/** Forgets a session that the server refused as over; where it has expired, tells the person first (portal.md §6). */
export function endSession(problem: ApiProblem, token: string): void {
  if (problem.httpMessage === 'access token expired') {
    notify.error('Sua sessão expirou, faça login novamente.')
    setTimeout(() => clearSessionOf(token), expiredSessionGrace)
  } else {
    clearSessionOf(token)
  }
}

/** Whether a call failed because the session of its token is over. */
export function saysSessionIsOver(error: Error): error is ApiProblem {
  return error instanceof ApiProblem && error.code.startsWith('access-token-')
}

/**
 * Ends the session that a failed call has shown to be over; answers whether it was. `token` is told where the call was
 * made with another token than the stored one, or long ago.
 */
export function endedSession(error: Error, token?: string): boolean {
  const over = saysSessionIsOver(error)
  if (over) endSession(error, token ?? storage.get('token') ?? '')
  return over
}
