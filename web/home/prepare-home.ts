import { redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { searchReader } from '../list/list-search.ts'
import { toAddress, toHome } from '../paths.ts'
import { exchangeCode } from '../session-state/code-exchange.ts'
import { enterConsole } from '../session-state/session.ts'
import { validateFullToken } from '../session-state/token-validation.ts'
import { takeReturnTo } from '../session-state/take-return-to.ts'

/** Search parameters of `/home` (portal.md §2). */
export const homeSearch = searchReader(() =>
  z.object({ code: z.string().min(1).optional().catch(undefined) }),
)

/**
 * Runs before the landing page. Exchanges the code of the access page for this console's token (portal.md §4), then
 * redirects to the URL that the user opened before selecting a company.
 */
export async function prepareHome(search: object): Promise<void> {
  const { code } = homeSearch(search)
  if (code === undefined) return
  const token = await exchangeCode(code)
  if (token) {
    enterConsole(token)
    // Do not wait for this validation. It reports its own failure, and the route guard checks the token before the
    // screen is shown.
    void validateFullToken(token.access_token)
  }
  const returnTo = takeReturnTo()
  if (token && returnTo !== undefined) throw redirect({ ...toAddress(returnTo), replace: true })
  throw redirect({ ...toHome(), replace: true })
}
