import { redirect } from '@tanstack/react-router'
import type { ScreenPath } from '../../contract/screens.ts'
import { toSignIn, toUnallowed } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { endSession } from './session-end.ts'
import { storage } from '../storage.ts'
import { markValidated } from './token-validation.ts'

/** Who may open a screen: anybody, whoever is signed in, or whoever holds the grant of that screen. */
export type ScreenAccess = 'public' | 'signed-in' | ScreenPath

/**
 * Opens a guarded screen to those who may see it; sends others to the sign-in or to 'NÃO AUTORIZADO' (portal.md §6).
 */
export async function admit(
  access: Exclude<ScreenAccess, 'public'>,
  { pathname, href }: { pathname: string; href: string },
): Promise<void> {
  // The access page is shown by the token of the sign-in, not by that of the company that was entered last.
  const token = storage.get(pathname === '/access-page' ? 'initial_token' : 'token')
  // A screen with a grant can be opened only after a company was chosen, so the sign-in leads back only to the others.
  const signIn = toSignIn(access === 'signed-in' ? { wanted: href } : {})
  if (token === null) throw redirect(signIn)
  markValidated()
  try {
    await call('userValid', {
      body: { environment: 'front', path: pathname, method: 'GET' },
      token,
    })
  } catch (error) {
    // Nobody answered, or the page is being left: that says nothing about the session.
    if (!(error instanceof ApiProblem) || error.code === 'network') throw error
    if (error.status === 403) throw redirect(toUnallowed())
    endSession(error, token)
    throw redirect(signIn)
  }
}
