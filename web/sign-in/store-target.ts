import type { ParsedLocation } from '@tanstack/react-router'
import { clearModuleTarget, storeModuleTarget } from '../session-state/module-target.ts'
import { ownAddress, storeReturnTo } from '../session-state/return-to.ts'
import { signInSearch } from './sign-in-search.ts'

/**
 * Stores the target of a sign-in: the module of a link from outside, or the URL that the guard redirected from
 * (portal.md §4, decision 24).
 */
export function storeTarget(search: object, state: ParsedLocation['state']): void {
  const { refModule, code, problem, ...link } = signInSearch({ ...search })
  if (refModule !== undefined) storeModuleTarget({ ...link, refModule })
  else if (code === undefined && problem === undefined) {
    clearModuleTarget()
    storeReturnTo(ownAddress(state.returnTo), state.returnToUser)
  }
}
