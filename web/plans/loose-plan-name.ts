interface Named {
  name: string
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
