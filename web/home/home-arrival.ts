import { redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { toAddress, toHome } from '../paths.ts'
import { exchangeCode } from '../session-state/code-exchange.ts'
import { enterConsole } from '../session-state/session.ts'
import { validateFullToken } from '../session-state/token-validation.ts'
import { takeWanted } from '../session-state/take-wanted.ts'

/** The search parameters of `/home` (portal.md §2). */
export const homeSearch = z.object({ code: z.string().min(1).optional().catch(undefined) })

/**
 * Before the landing page: exchanges the code of the access page for the token of this console (portal.md §4), and leads
 * on to the address that a person was asked to choose a company for.
 */
export async function arriveAtHome(search: object): Promise<void> {
  const { code } = homeSearch.parse(search)
  if (code === undefined) return
  const token = await exchangeCode(code)
  if (token) {
    enterConsole(token)
    // Not awaited: it tells its own failure, and the route guard checks the token before the screen is shown.
    void validateFullToken(token.access_token)
  }
  const wanted = takeWanted()
  if (token && wanted !== undefined) throw redirect({ ...toAddress(wanted), replace: true })
  throw redirect({ ...toHome(), replace: true })
}
