import { idInPath } from '../../contract/fields.ts'
import { storage } from '../storage.ts'

/** The module that a link from outside leads to, and the company to enter it with; null where any company will do. */
export interface ModuleTarget {
  moduleId: number | null
  companyId: number | null
}

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

/** The stored target. An id that isn't one becomes null, which no module has. */
export function moduleTarget(): ModuleTarget | null {
  const refModule = storage.get('refModule')
  if (refModule === null || storage.get('loginState') !== 'redirect') return null
  return { moduleId: idOf(refModule), companyId: idOf(storage.get('refCompany')) }
}

function idOf(text: string | null): number | null {
  return idInPath.safeParse(text).data ?? null
}
