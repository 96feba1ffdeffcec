import type { ParsedLocation } from '@tanstack/react-router'
import { forgetModuleTarget, rememberModuleTarget } from '../federation/module-target.ts'
import { ownAddress, rememberWanted } from '../session-state/wanted-address.ts'
import { signInSearch } from './sign-in-search.ts'

/**
 * Remembers what a sign-in is to lead on to: the module of a link from outside, or the address that the guard came from
 * (portal.md §4, decision 24).
 */
export function rememberTarget(search: object, state: ParsedLocation['state']): void {
  const { code, refModule, companyId, problem } = signInSearch({ ...search })
  if (refModule !== undefined) rememberModuleTarget(refModule, companyId)
  else if (code === undefined && problem === undefined) {
    forgetModuleTarget()
    rememberWanted(ownAddress(state.wanted), state.wantedBy)
  }
}
