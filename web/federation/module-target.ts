import { storage } from '../storage.ts'

/**
 * Stores the module that a link from outside leads to; `loginState` says that the sign-in is to lead on to it
 * (portal.md §4).
 */
export function rememberModuleTarget(refModule: string, companyId: string | undefined): void {
  storage.set('refModule', refModule)
  if (companyId === undefined) storage.remove('refCompany')
  else storage.set('refCompany', companyId)
  storage.set('loginState', 'redirect')
}

/** Forgets that module: once it is being opened, and when somebody signs in without such a link. */
export function forgetModuleTarget(): void {
  storage.remove('refModule')
  storage.remove('refCompany')
  if (storage.get('loginState') === 'redirect') storage.remove('loginState')
}

/** Whether a link from outside leads to a module. */
export const leadsToModule = (): boolean =>
  storage.get('refModule') !== null && storage.get('loginState') === 'redirect'
