import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { clearSession, storage } from '../storage.ts'

/** Milliseconds to wait for the server before the browser forgets the session anyway. */
const patience = 5000

/**
 * Ends the session on the server and forgets it here, whatever the server answers (portal.md §4). Answers where to sign
 * out at the identity provider too, of whoever came from one.
 */
export async function signOut(): Promise<string | undefined> {
  const token = storage.get('initial_token') ?? storage.get('token')
  try {
    if (token !== null) {
      const signal = AbortSignal.timeout(patience)
      const body = { access_token: token }
      return (await call('userInvalidateToken', { body, token, signal })).logout_url
    }
  } catch (error) {
    // A person can sign out even where the server can't be reached or doesn't know the session.
    if (!(error instanceof ApiProblem)) throw error
  } finally {
    clearSession()
  }
  return undefined
}
