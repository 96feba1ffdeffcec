import type { CompanyChoice } from '../../contract/access.ts'
import type { ModuleTarget } from '../session-state/stored-target.ts'
import { openDestinations, type Destination } from './choices.ts'

/**
 * Returns the destinations that match a link from outside: the linked module, once per company that gives the user
 * access (portal.md §4).
 */
export function destinationsOf(
  companies: readonly CompanyChoice[],
  { moduleId, companyId }: ModuleTarget,
): Destination[] {
  return openDestinations(companies).filter(
    ({ company, module }) =>
      module.id === moduleId && (companyId === null || company.id === companyId),
  )
}
