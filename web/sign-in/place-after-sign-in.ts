import { leadsToModule } from '../session-state/module-target.ts'
import { toAccessPage, toAddress } from '../paths.ts'
import { takeReturnTo } from '../session-state/take-return-to.ts'

/**
 * Screen after a sign-in: the URL that the guard redirected from, or the access page. The access page opens the module
 * of a link from outside (portal.md §4, decision 24).
 */
export function placeAfterSignIn() {
  const returnTo = takeReturnTo()
  const returns = returnTo !== undefined && !leadsToModule()
  const address = returns ? returnTo : toAccessPage().to
  return { ...toAddress(address, { justSignedIn: true }), replace: returns }
}
