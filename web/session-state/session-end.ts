import { notify } from '../ui/notify.ts'
import type { ApiProblem } from '../api/api-problem.ts'
import { clearSessionOf } from '../storage.ts'

/** Milliseconds between the notice of an expired session and its end (portal.md §9). */
const expiredSessionGrace = 200

/** Ends the session that a refusal has shown to be over; says so where it has merely expired (portal.md §6). */
export function endSession(problem: ApiProblem, token: string): void {
  if (problem.httpMessage === 'access token expired') {
    notify.error('Sua sessão expirou, faça login novamente.')
    setTimeout(() => clearSessionOf(token), expiredSessionGrace)
  } else {
    clearSessionOf(token)
  }
}
