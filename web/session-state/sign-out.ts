import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { clearSession, storage } from '../storage.ts'

/** Timeout in milliseconds for the server; the browser forgets the session anyway. */
const timeout = 5000

/**
 * Ends the session on the server and clears it here, even if the request fails (portal.md §4). Returns the logout URL
 * of the identity provider, if the session came from one.
 */
export async function signOut(): Promise<string | undefined> {
  const token = storage.get('initial_token') ?? storage.get('token')
  try {
    if (token !== null) {
      const signal = AbortSignal.timeout(timeout)
      const body = { access_token: token }
      return (await call('userInvalidateToken', { body, token, signal })).logout_url
    }
  } catch (error) {
    // Sign-out must work even if the server is unreachable or does not know the session.
    if (!(error instanceof ApiProblem)) throw error
  } finally {
    clearSession()
  }
  return undefined
}
