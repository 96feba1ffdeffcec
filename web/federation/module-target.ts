import { idInPath } from '../../contract/fields.ts'
import { storage } from '../storage.ts'

/** The module that a link from outside leads to, for a company or for whichever company fits. */
export interface ModuleTarget {
  moduleId: number | null
  companyId: number | null
}

/** Remembers where a link from outside leads to; `loginState` says that the sign-in goes on to it (portal.md §4). */
export function rememberModuleTarget(refModule: string, companyId: string | undefined): void {
  storage.set('refModule', refModule)
  if (companyId === undefined) storage.remove('refCompany')
  else storage.set('refCompany', companyId)
  storage.set('loginState', 'redirect')
}

/** Forgets it: on the way there, or when somebody signs in without such a link. */
export function forgetModuleTarget(): void {
  storage.remove('refModule')
  storage.remove('refCompany')
  if (storage.get('loginState') === 'redirect') storage.remove('loginState')
}

/** The remembered target; a part that is no id is null, and no module has it. */
export function moduleTarget(): ModuleTarget | null {
  const refModule = storage.get('refModule')
  if (refModule === null || storage.get('loginState') !== 'redirect') return null
  return { moduleId: idOf(refModule), companyId: idOf(storage.get('refCompany')) }
}

function idOf(text: string | null): number | null {
  return idInPath.safeParse(text).data ?? null
}
