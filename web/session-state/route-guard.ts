import { redirect, type ParsedLocation } from '@tanstack/react-router'
import type { ScreenPath } from '../../contract/screens.ts'
import { toAccessPage, toSignIn, toUnallowed } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { isOutdatedDocument, tabToken } from '../api/tab-place.ts'
import { endSession } from './session-end.ts'
import { storage } from '../storage.ts'
import { markValidated, refreshGranted } from './token-validation.ts'
import { saveOwnUserData, storedPerson } from './session.ts'
import { ownAddress } from './return-to.ts'

/** Who may open a screen: everyone, signed-in users, or users with the grant of that screen. */
export type ScreenAccess = 'public' | 'signed-in' | ScreenPath

/**
 * Admits the user to a guarded screen, or redirects (portal.md §6): to the sign-in, to the access page if no company is
 * selected, or to 'NÃO AUTORIZADO'. The first two return to this URL afterwards (decision 24). Throws `other-place` if
 * the browser's session has left the company of this tab (decision 55). `onAsked` is called when the request has been sent,
 * to load what the screen needs.
 */
export async function admit(
  access: Exclude<ScreenAccess, 'public'>,
  { pathname, href, state }: Pick<ParsedLocation, 'pathname' | 'href' | 'state'>,
  onAsked: () => void = () => undefined,
): Promise<void> {
  // The access page uses the token of the sign-in, not that of the company entered last.
  const initial = pathname === '/access-page'
  const returnTo = ownAddress(href)
  const signIn = toSignIn({ returnTo, returnToUser: storedPerson() })
  if (storage.get(initial ? 'initial_token' : 'token') === null) throw redirect(signIn)
  if (isOutdatedDocument()) await reload()
  if (access !== 'signed-in' && !hasEnteredConsole())
    throw redirect(toAccessPage({ returnTo, justSignedIn: state.justSignedIn }))
  const token = initial ? storage.get('initial_token') : tabToken()
  if (token === null) throw redirect(signIn)
  saveOwnUserData()
  markValidated()
  try {
    const answer = call('userValid', {
      body: {
        environment: 'front',
        path: access === 'signed-in' ? pathname : access,
        method: 'GET',
      },
      token,
    })
    onAsked()
    await answer
  } catch (error) {
    // Without a response, or while the page is being left, nothing is known about the session.
    if (!(error instanceof ApiProblem) || error.unanswered) throw error
    if (error.status === 403) {
      refreshMenu(token)
      throw redirect(
        toUnallowed(access === 'signed-in' ? undefined : { path: access, address: href }),
      )
    }
    await endSession(error, token)
    throw redirect(signIn)
  }
  refreshMenu(token)
}

/** Reloads the grants for the menu, unless the user data are missing: the screens that need them redirect (console.md §9). */
function refreshMenu(token: string): void {
  if (hasEnteredConsole() && storedPerson() !== undefined) void refreshGranted(token)
}

/**
 * Reloads this URL and never resolves, because a document opened for another company or SPID must not show or send
 * anything.
 */
async function reload(): Promise<never> {
  // After the router has set the URL.
  setTimeout(() => location.reload())
  return new Promise(() => undefined)
}

/**
 * Whether a company has been selected for this console. The sign-in stores the same token twice; entering the console
 * replaces one of them.
 */
export function hasEnteredConsole(): boolean {
  return storage.get('token') !== storage.get('initial_token')
}
