import { redirect, type ParsedLocation } from '@tanstack/react-router'
import type { ScreenPath } from '../../contract/screens.ts'
import { toAccessPage, toSignIn, toUnallowed } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { isOutdatedDocument, tabToken } from '../api/tab-place.ts'
import { endSession } from './session-end.ts'
import { storage } from '../storage.ts'
import { markValidated, refreshGranted } from './token-validation.ts'
import { keepOwnUserData, storedPerson } from './session.ts'
import { ownAddress } from './wanted-address.ts'

/** Who may open a screen: anybody, whoever is signed in, or whoever holds the grant of that screen. */
export type ScreenAccess = 'public' | 'signed-in' | ScreenPath

/**
 * Opens a guarded screen to those who may see it (portal.md §6). Sends others to the sign-in, to the access page where
 * they have not chosen a company yet, or to 'NÃO AUTORIZADO'; the first two lead on to the address afterwards
 * (decision 24). Throws `other-place` where the session of the browser has left the company of this tab (decision 55).
 */
export async function admit(
  access: Exclude<ScreenAccess, 'public'>,
  { pathname, href, state }: Pick<ParsedLocation, 'pathname' | 'href' | 'state'>,
): Promise<void> {
  // The access page is shown by the token of the sign-in, not by that of the company that was entered last.
  const initial = pathname === '/access-page'
  const wanted = ownAddress(href)
  const signIn = toSignIn({ wanted, wantedBy: storedPerson() })
  if (storage.get(initial ? 'initial_token' : 'token') === null) throw redirect(signIn)
  if (isOutdatedDocument()) await reload()
  if (access !== 'signed-in' && !hasEnteredConsole())
    throw redirect(toAccessPage({ wanted, justSignedIn: state.justSignedIn }))
  const token = initial ? storage.get('initial_token') : tabToken()
  if (token === null) throw redirect(signIn)
  keepOwnUserData()
  markValidated()
  try {
    await call('userValid', {
      body: {
        environment: 'front',
        path: access === 'signed-in' ? pathname : access,
        method: 'GET',
      },
      token,
    })
  } catch (error) {
    // Nobody answered, or the page is being left: that says nothing about the session.
    if (!(error instanceof ApiProblem) || error.code === 'network') throw error
    if (error.status === 403) throw redirect(toUnallowed())
    await endSession(error, token)
    throw redirect(signIn)
  }
  // Where this browser has lost whose session it is, the screens that miss it lead out (console.md §9).
  if (hasEnteredConsole() && storedPerson() !== undefined) void refreshGranted(token)
}

/** Loads this address anew, and does not return: a document that served another place shows and sends nothing more. */
async function reload(): Promise<never> {
  // Once the router has put the address in place.
  setTimeout(() => location.reload())
  return new Promise(() => undefined)
}

/**
 * Whether a company was chosen for this console: the sign-in stores the same token twice, and entering the console
 * replaces one of them.
 */
export function hasEnteredConsole(): boolean {
  return storage.get('token') !== storage.get('initial_token')
}
