import { idInPath } from '../../contract/fields.ts'
import { storage } from '../storage.ts'
import { leadsToModule } from './module-target.ts'

/** The module that a link from outside leads to, and the company to enter it with; null where any company will do. */
export interface ModuleTarget {
  moduleId: number | null
  companyId: number | null
}

/** The stored target. An id that isn't one becomes null, which no module has. */
export function moduleTarget(): ModuleTarget | null {
  if (!leadsToModule()) return null
  return { moduleId: idOf(storage.get('refModule')), companyId: idOf(storage.get('refCompany')) }
}

function idOf(text: string | null): number | null {
  return idInPath.safeParse(text).data ?? null
}
