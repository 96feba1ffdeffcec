import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { reportFromPopup } from '../session-state/federated-popup.ts'
import { toAccessPage, toSignIn } from '../paths.ts'
import { exchangeCode } from '../session-state/code-exchange.ts'
import { startSession } from '../session-state/session.ts'
import { storage } from '../storage.ts'
import { placeAfterSignIn } from './place-after-sign-in.ts'
import { awaitSignInOptions } from './sign-in-options.ts'
import { storeTarget } from './store-target.ts'
import { isPopupReturn, signInSearch } from './sign-in-search.ts'

/**
 * Loader of the sign-in screen: completes a confirmation popup, stores the target of the sign-in, and exchanges a code
 * for a session (portal.md §4, decision 24).
 */
export async function prepareSignIn(search: object, state: ParsedLocation['state']): Promise<void> {
  const params = signInSearch({ ...search })
  const { code, refModule, proof, problem } = params
  if (isPopupReturn(params)) {
    reportFromPopup(proof === undefined ? { problem: problem ?? 'federated-refused' } : { proof })
    return
  }
  storeTarget(search, state)
  if (code !== undefined) return signInWithCode(code)
  // A user who was already signed in is asked before the module opens (docs/decisions/0013-external-module-links.md).
  const signedIn = storage.get('initial_token') !== null
  if (refModule !== undefined && signedIn) throw redirect({ ...toAccessPage(), replace: true })
  if (storage.get('token') === null) await awaitSignInOptions()
}

/** Exchanges the code of a federated sign-in for a session. */
async function signInWithCode(code: string): Promise<never> {
  const token = await exchangeCode(code)
  // Both redirects replace the URL with the code, so that the back button does not exchange it a second time.
  if (token === null) throw redirect({ ...toSignIn(), replace: true })
  startSession(token)
  throw redirect({ ...placeAfterSignIn(), replace: true })
}
