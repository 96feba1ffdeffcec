interface Named {
  name: string
}

/** What a loose plan, which has no name of its own, is called in a sentence: by its company and module. */
export function loosePlanName({
  planModule: { module },
  PlanCompany: { company },
}: {
  planModule: { module: Named }
  PlanCompany: { company: Named }
}): string {
  return `${company.name}, ${module.name}`
}
