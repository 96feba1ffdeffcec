interface Named {
  name: string
}

/** Returns a name for a loose plan, which has none of its own: its company and module. */
export function loosePlanName({
  planModule: { module },
  PlanCompany: { company },
}: {
  planModule: { module: Named }
  PlanCompany: { company: Named }
}): string {
  return `${company.name}, ${module.name}`
}
