import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { z } from 'zod'
import { federationProblem } from '../federation/federation-problem.ts'
import { reportFromPopup } from '../federation/federated-popup.ts'
import { forgetModuleTarget, rememberModuleTarget } from '../federation/module-target.ts'
import { toAccessPage, toSignIn } from '../paths.ts'
import { exchangeCode } from '../session-state/code-exchange.ts'
import { startSession } from '../session-state/session.ts'
import { ownAddress, rememberWanted } from '../session-state/wanted-address.ts'
import { storage } from '../storage.ts'
import { placeAfterSignIn } from './place-after-sign-in.ts'

const text = z.string().min(1).optional().catch(undefined)

/** The search parameters of `/auth` (portal.md §2); the last three come from an identity provider. */
export const signInSearch = z.object({
  code: text,
  refModule: text,
  companyId: text,
  proof: text,
  problem: federationProblem.optional().catch(undefined),
  purpose: z.literal('validating').optional().catch(undefined),
})

/** Whether this window is the popup of a confirmation, back from the provider. */
export function isPopupReturn({ proof, purpose }: z.output<typeof signInSearch>): boolean {
  return proof !== undefined || purpose !== undefined
}

/**
 * Before the sign-in screen: ends the popup of a confirmation, remembers the module that a link from outside leads to or
 * the address that the guard came from, and turns a code into a session (portal.md §4, decision 24).
 */
export async function arriveAtSignIn(
  search: object,
  state: ParsedLocation['state'],
): Promise<void> {
  const given = signInSearch.parse(search)
  const { code, refModule, companyId, proof, problem } = given
  if (isPopupReturn(given)) {
    reportFromPopup(proof === undefined ? { problem: problem ?? 'federated-refused' } : { proof })
    return
  }
  if (refModule !== undefined) rememberModuleTarget(refModule, companyId)
  else if (code === undefined && problem === undefined) {
    forgetModuleTarget()
    rememberWanted(ownAddress(state.wanted), state.wantedBy)
  }
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
