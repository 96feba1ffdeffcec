import type { CompanyChoice } from '../../contract/access.ts'
import type { ModuleTarget } from '../federation/stored-target.ts'
import { openDestinations, type Destination } from './choices.ts'

/**
 * The destinations that a link from outside can mean: its module, once for each company that offers it to the person
 * (portal.md §4).
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
