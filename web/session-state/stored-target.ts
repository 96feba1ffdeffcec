import { idInPath } from '../../contract/fields.ts'
import { storage } from '../storage.ts'
import { leadsToModule } from './module-target.ts'

/** Module of a link from outside, and the company to enter it with; null for any company. */
export interface ModuleTarget {
  moduleId: number | null
  companyId: number | null
}

/** Returns the stored target. An invalid id becomes null, which matches no module. */
export function moduleTarget(): ModuleTarget | null {
  if (!leadsToModule()) return null
  return { moduleId: idOf(storage.get('refModule')), companyId: idOf(storage.get('refCompany')) }
}

function idOf(text: string | null): number | null {
  return idInPath.safeParse(text).data ?? null
}
