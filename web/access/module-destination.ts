import type { CompanyChoice } from '../../contract/access.ts'
import type { ModuleTarget } from '../federation/module-target.ts'
import { canOpen, type Destination } from './choices.ts'

/**
 * The destinations that a link from outside can mean: its module, once for each company that offers it to the person
 * (portal.md §4).
 */
export function destinationsOf(
  companies: readonly CompanyChoice[],
  { moduleId, companyId }: ModuleTarget,
): Destination[] {
  return companies
    .filter(({ id }) => companyId === null || id === companyId)
    .flatMap((company) =>
      company.services.flatMap(({ id: serviceId, modules }) =>
        modules
          .filter(canOpen)
          .filter(({ id }) => id === moduleId)
          .map((module) => ({ company, serviceId, module })),
      ),
    )
}
