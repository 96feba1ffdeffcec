import { problems } from '../../contract/problems.ts'
import { notify } from '../ui/notify.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { rememberUserData } from './session.ts'
import { clearSessionOf, storage } from '../storage.ts'

/** Milliseconds that the message of a failed full validation can be read before the session goes (portal.md §8). */
const fullValidationGrace = 10_000
let validated = false

/** The guard has asked already: its answer says more, and has its own notice. */
export function markValidated(): void {
  validated = true
}

/** Ordinary validation of the token found in storage, once a page load: on failure the session goes at once. */
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

/** Full validation of a token that a code was just exchanged for: what it grants, or the security-policy message. */
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
