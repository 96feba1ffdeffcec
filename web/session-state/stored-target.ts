import { idInPath } from '../../contract/fields.ts'
import { storage } from '../storage.ts'
import { leadsToModule, linkRequirements, type LinkRequirements } from './module-target.ts'

/** Module of a link from outside, and the company to enter it with; null for any company. */
export interface ModuleTarget {
  moduleId: number | null
  companyId: number | null
  /** What the module requires of the sign-in (decision 94). */
  required: LinkRequirements
}

/** Returns the stored target. If an id or a requirement is invalid, `moduleId` is null, which matches no module. */
export function moduleTarget(): ModuleTarget | null {
  if (!leadsToModule()) return null
  const required = linkRequirements()
  return {
    moduleId: required ? idOf(storage.get('refModule')) : null,
    companyId: idOf(storage.get('refCompany')),
    required: required ?? {},
  }
}

function idOf(text: string | null): number | null {
  return idInPath.safeParse(text).data ?? null
}
