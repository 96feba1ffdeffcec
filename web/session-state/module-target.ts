import { storage } from '../storage.ts'

/**
 * Stores the module of a link from outside. `loginState` marks that the sign-in must continue to the module (portal.md
 * §4).
 */
export function storeModuleTarget(refModule: string, companyId: string | undefined): void {
  storage.set('refModule', refModule)
  if (companyId === undefined) storage.remove('refCompany')
  else storage.set('refCompany', companyId)
  storage.set('loginState', 'redirect')
}

/** Removes the stored module: when it is opened, and at a sign-in without such a link. */
export function clearModuleTarget(): void {
  storage.remove('refModule')
  storage.remove('refCompany')
  if (storage.get('loginState') === 'redirect') storage.remove('loginState')
}

/** Whether a link from outside leads to a module. */
export const leadsToModule = (): boolean =>
  storage.get('refModule') !== null && storage.get('loginState') === 'redirect'
