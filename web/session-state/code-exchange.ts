import { redirect } from '@tanstack/react-router'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import { problems } from '../../contract/problems.ts'
import { toSignIn } from '../paths.ts'
import { notify } from '../ui/notify.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'

/**
 * Exchanges the one-time code in a URL for a token; returns null after showing a failure (portal.md §8). Runs before
 * the screen renders, because a second exchange of the same code would end the session.
 */
export async function exchangeCode(
  code: string,
): Promise<{ access_token: string; decodedToken: DecodedToken } | null> {
  try {
    return await call('userLocalToken', { query: { code } })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (error.status === 404) {
      notify.error('Usuário não autorizado.')
      throw redirect({ ...toSignIn(), replace: true })
    }
    notify.error(problems.internal.message)
    return null
  }
}
