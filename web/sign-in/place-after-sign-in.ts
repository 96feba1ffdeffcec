import { leadsToModule } from '../federation/module-target.ts'
import { toAccessPage, toAddress } from '../paths.ts'
import { takeWanted } from '../session-state/take-wanted.ts'

/**
 * Where a sign-in ends: at the access page, which leads on to the module of a link from outside, or where the guard found
 * the person (portal.md §4, decision 24).
 */
export function placeAfterSignIn() {
  const wanted = takeWanted()
  const goesOn = wanted !== undefined && !leadsToModule()
  const address = goesOn ? wanted : toAccessPage().to
  return { ...toAddress(address, { justSignedIn: true }), replace: goesOn }
}
