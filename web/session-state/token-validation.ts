import { problems } from '../../contract/problems.ts'
import { notify } from '../ui/notify.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { rememberUserData } from './session.ts'
import { clearSessionOf, storage } from '../storage.ts'

/** Milliseconds between the message of a failed full validation and the end of the session (portal.md §8). */
const fullValidationGrace = 10_000
let validated = false

/** Called by the route guard, whose own check of the token says more and tells its own failure. */
export function markValidated(): void {
  validated = true
}

/** Ordinary validation of the stored token, once a page load; a token that fails is forgotten at once. */
export async function validateStoredToken(): Promise<void> {
  const token = storage.get('token')
  if (validated || token === null) return
  markValidated()
  try {
    await call('userValidate', { token })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    // Nobody answered, or the page is being left: that says nothing about the token.
    if (error.code !== 'network') clearSessionOf(token)
  }
}

/**
 * Full validation of a token that was just got for a code: stores what the token grants, or tells the security-policy
 * message.
 */
export async function validateFullToken(token: string): Promise<void> {
  try {
    const { decodedToken } = await call('userTokenValidate', { body: { access_token: token } })
    if (storage.get('token') === token) rememberUserData(decodedToken)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (error.code === 'network') return
    notify.error(problems['mfa-refused'].message)
    setTimeout(() => clearSessionOf(token), fullValidationGrace)
  }
}

/**
 * Reads anew what the token grants, beside each navigation: a profile or delegation that began meanwhile shows in the menu
 * with the next screen, one that ended goes (decision 39). Nobody waits for it, and the server remembers the answer.
 */
export async function refreshGranted(token: string): Promise<void> {
  try {
    const { decodedToken } = await call('userTokenValidate', { body: { access_token: token } })
    if (storage.get('token') === token) rememberUserData(decodedToken)
  } catch (error) {
    // What is over, the next call tells that somebody waits for.
    if (!(error instanceof ApiProblem)) throw error
  }
}
