import type { CompanyChoice } from '../../contract/access.ts'
import type { ModuleTarget } from '../federation/module-target.ts'
import { canOpen } from './choices.ts'
import type { Destination } from './use-open-module.ts'

/** The ways to the module of a link from outside that a person has: one a company that offers it (portal.md §4). */
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
