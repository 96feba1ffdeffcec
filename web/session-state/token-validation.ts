import { problems } from '../../contract/problems.ts'
import { notify } from '../ui/notify.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { storeUserData } from './session.ts'
import { clearSessionOf, storage } from '../storage.ts'

/** Milliseconds between the message of a failed full validation and the end of the session (portal.md §8). */
const fullValidationGrace = 10_000
let validated = false

/**
 * Makes `validateStoredToken` do nothing in this page load. The route guard calls this, because it validates the token
 * itself.
 */
export function markValidated(): void {
  validated = true
}

/** Validates the stored token once per page load; a refused token is cleared immediately. */
export async function validateStoredToken(): Promise<void> {
  const token = storage.get('token')
  if (validated || token === null) return
  markValidated()
  try {
    await call('userValidate', { token })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    // Without a response, or while the page is being left, nothing is known about the token.
    if (!error.unanswered) clearSessionOf(token)
  }
}

/**
 * Validates a token that was just obtained for a code, and stores its grants. Shows the security-policy message if the
 * server refuses the token.
 */
export async function validateFullToken(token: string): Promise<void> {
  try {
    const { decodedToken } = await call('userTokenValidate', { body: { access_token: token } })
    if (storage.get('token') === token) storeUserData(decodedToken)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (error.unanswered) return
    notify.error(problems['mfa-refused'].message)
    setTimeout(() => clearSessionOf(token), fullValidationGrace)
  }
}

/**
 * Reloads the token's grants in the background with each navigation, so that a new profile or delegation appears in the
 * menu with the next screen, and an ended one disappears (decision 39). The server caches the response.
 */
export async function refreshGranted(token: string): Promise<void> {
  try {
    const { decodedToken } = await call('userTokenValidate', { body: { access_token: token } })
    if (storage.get('token') === token) storeUserData(decodedToken)
  } catch (error) {
    // Ignore this. If the session is over, the next call of a screen reports it.
    if (!(error instanceof ApiProblem)) throw error
  }
}
