import { redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { toHome } from '../paths.ts'
import { exchangeCode } from '../session-state/code-exchange.ts'
import { enterConsole } from '../session-state/session.ts'
import { validateFullToken } from '../session-state/token-validation.ts'

/** The search parameters of `/home` (portal.md §2). */
export const homeSearch = z.object({ code: z.string().min(1).optional().catch(undefined) })

/** Before the landing page: exchanges the code of the access page for the token of this console (portal.md §4). */
export async function arriveAtHome(search: object): Promise<void> {
  const { code } = homeSearch.parse(search)
  if (code === undefined) return
  const token = await exchangeCode(code)
  if (token) {
    enterConsole(token)
    // Not awaited: it tells its own failure, and the route guard checks the token before the screen is shown.
    void validateFullToken(token.access_token)
  }
  throw redirect({ ...toHome(), replace: true })
}
