import { redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { toAccessPage, toSignIn } from '../paths.ts'
import { exchangeCode } from '../shared/code-exchange.ts'
import { startSession } from '../shared/session.ts'
import { storage } from '../shared/storage.ts'

const text = z.string().min(1).optional().catch(undefined)

/** What `/auth` may be opened with (portal.md §2). */
export const signInSearch = z.object({ code: text, refModule: text, companyId: text })

/**
 * Before the sign-in screen: remembers the module that somebody comes from, and turns a code into a session
 * (portal.md §4).
 */
export async function arriveAtSignIn(search: object): Promise<void> {
  const { code, refModule, companyId } = signInSearch.parse(search)
  if (refModule !== undefined) storage.set('refModule', refModule)
  if (companyId !== undefined) storage.set('refCompany', companyId)
  if (code === undefined) return
  const token = await exchangeCode(code)
  // Without the code in the address, so that nobody exchanges it again by going back.
  if (token === null) throw redirect({ ...toSignIn(), replace: true })
  startSession(token)
  throw redirect({ ...toAccessPage(), replace: true })
}
