import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { clearSessionOf, storage } from '../storage.ts'
import { notify } from '../ui/notify.ts'
import { actsByDelegation } from './session.ts'

/** Milliseconds between the message of an expired session and its end (portal.md §9). */
const expiredSessionGrace = 200

/**
 * Clears a session that the server refused. If the session, a delegation or the access to this console has ended, shows a
 * message first (portal.md §6). Resolves once the message is shown.
 */
export async function endSession(problem: ApiProblem, token: string): Promise<void> {
  if (problem.httpMessage !== 'access token expired') return clearSessionOf(token)
  // The token of a company also ends with the access to this console there, while the session goes on.
  const entered = storage.get('token') === token && storage.get('initial_token') !== token
  const accessOver = actsByDelegation() ? delegationOver : consoleOver
  const sentence = entered && (await isStillSignedIn()) ? accessOver : sessionOver
  // Return if the session has already ended here, or if the user has signed in again, possibly during that request.
  if (!isStored(token)) return
  notify.error(sentence)
  setTimeout(() => clearSessionOf(token), expiredSessionGrace)
}

const isStored = (token: string): boolean =>
  storage.get('token') === token || storage.get('initial_token') === token

const sessionOver = 'Sua sessão expirou, faça login novamente.'
const consoleOver =
  'O seu acesso à Gestão de Acesso nesta empresa terminou. Faça login novamente para usar os seus outros acessos.'
const delegationOver =
  'A delegação pela qual você atuava como usuário master terminou. Faça login novamente para usar os seus próprios acessos.'

/** Whether the session of the sign-in is still valid, so that only the company token has expired. */
async function isStillSignedIn(): Promise<boolean> {
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
 * Whether a call failed because its session is over, or because the browser's session has left this tab's company. The
 * frame reports both, so screens stay silent.
 */
export function isSessionProblem(error: Error): error is ApiProblem {
  return (
    error instanceof ApiProblem &&
    (error.code === 'other-place' || error.code.startsWith('access-token-'))
  )
}

/** Ends the session if a failed call shows that it is over; returns whether the failure was about the session. */
export function endedSession(error: Error): boolean {
  if (!isSessionProblem(error)) return false
  if (error.code !== 'other-place')
    void endSession(error, error.bearer ?? storage.get('token') ?? '')
  return true
}

/**
 * Asks the server whether the session is still valid, and ends it here if not. Returns false if the server could not be
 * asked.
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
