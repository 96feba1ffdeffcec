import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { reportFromPopup } from '../federation/federated-popup.ts'
import { toAccessPage, toSignIn } from '../paths.ts'
import { exchangeCode } from '../session-state/code-exchange.ts'
import { startSession } from '../session-state/session.ts'
import { storage } from '../storage.ts'
import { placeAfterSignIn } from './place-after-sign-in.ts'
import { rememberTarget } from './remember-target.ts'
import { isPopupReturn, signInSearch } from './sign-in-search.ts'

/**
 * Before the sign-in screen: ends the popup of a confirmation, remembers what the sign-in leads on to, and turns a code
 * into a session (portal.md §4, decision 24).
 */
export async function arriveAtSignIn(
  search: object,
  state: ParsedLocation['state'],
): Promise<void> {
  const given = signInSearch({ ...search })
  const { code, refModule, proof, problem } = given
  if (isPopupReturn(given)) {
    reportFromPopup(proof === undefined ? { problem: problem ?? 'federated-refused' } : { proof })
    return
  }
  rememberTarget(search, state)
  if (code !== undefined) return enterBy(code)
  // A person who was signed in before is asked before the module opens (docs/decisions/0013-external-module-links.md).
  const signedIn = storage.get('initial_token') !== null
  if (refModule !== undefined && signedIn) throw redirect({ ...toAccessPage(), replace: true })
}

/** Exchanges the code of a federated sign-in for a session. */
async function enterBy(code: string): Promise<never> {
  const token = await exchangeCode(code)
  // The code leaves the address, so that the back button doesn't exchange it a second time.
  if (token === null) throw redirect({ ...toSignIn(), replace: true })
  startSession(token)
  throw redirect({ ...placeAfterSignIn(), replace: true })
}
