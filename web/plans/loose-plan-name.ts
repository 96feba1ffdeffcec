import type { NewRows } from '../list/created.ts'

interface Named {
  name: string
}

interface IdentifiedPlan {
  id: number
  planModule: { module: Named & { id: number } }
  PlanCompany: { company: Named & { id: number } }
}

/** Returns a name for a loose plan, made from its company and module. Loose plans have no name of their own. */
export function loosePlanName({
  planModule: { module },
  PlanCompany: { company },
}: {
  planModule: { module: Named }
  PlanCompany: { company: Named }
}): string {
  return `${company.name}, ${module.name}`
}

/** A loose plan that was just created. */
export const newLoosePlan = (row: IdentifiedPlan): NewRows => ({
  ids: [row.id],
  name: loosePlanName(row),
  moduleId: row.planModule.module.id,
  companyId: row.PlanCompany.company.id,
})
