import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { clearSessionOf, storage } from '../storage.ts'
import { notify } from '../ui/notify.ts'
import { actsByDelegation } from './session.ts'

/** Milliseconds between the notice of an expired session and its end (portal.md §9). */
const expiredSessionGrace = 200

/**
 * Forgets a session that the server refused as over; where it has expired, or what was lent has ended, tells the person
 * first (portal.md §6). Resolves once that is told.
 */
export async function endSession(problem: ApiProblem, token: string): Promise<void> {
  if (problem.httpMessage !== 'access token expired') return clearSessionOf(token)
  // Another call has found it out before, and said so; or the session goes on with another token.
  if (!isStored(token)) return
  const lent = actsByDelegation() && storage.get('token') === token
  // Asked only of whoever acted by a delegation: everybody else is told at once.
  const sentence = lent && (await isSignedInStill()) ? delegationOver : sessionOver
  notify.error(sentence)
  setTimeout(() => clearSessionOf(token), expiredSessionGrace)
}

const isStored = (token: string): boolean =>
  storage.get('token') === token || storage.get('initial_token') === token

const sessionOver = 'Sua sessão expirou, faça login novamente.'
const delegationOver =
  'A delegação pela qual você atuava como usuário master terminou. Faça login novamente para usar os seus próprios acessos.'

/** Whether the session itself goes on, so that what has ended is only what its token of the company was given for. */
async function isSignedInStill(): Promise<boolean> {
  const token = storage.get('initial_token')
  if (token === null) return false
  try {
    await call('userValidate', { token })
    return true
  } catch (error) {
    if (error instanceof ApiProblem) return false
    throw error
  }
}

/**
 * Whether a call failed because the session of its token is over, or because the session of the browser has left the place
 * of this tab. The frame says either, so the screen says nothing.
 */
export function isSessionProblem(error: Error): error is ApiProblem {
  return (
    error instanceof ApiProblem &&
    (error.code === 'other-place' || error.code.startsWith('access-token-'))
  )
}

/** Ends the session that a failed call has shown to be over; returns whether the failure was about the session. */
export function endedSession(error: Error): boolean {
  if (!isSessionProblem(error)) return false
  if (error.code !== 'other-place')
    void endSession(error, error.bearer ?? storage.get('token') ?? '')
  return true
}

/**
 * Asks the server whether the session of this browser goes on, and ends it here if not. False where the server gave no
 * answer to that.
 */
export async function confirmSession(): Promise<boolean> {
  const token = storage.get('token') ?? storage.get('initial_token')
  if (token === null) return true
  try {
    await call('userValidate', { token })
    return true
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return endedSession(error)
  }
}
