import { RelatedLink } from '../links/related-link.tsx'
import { toPlanCompanies, toPlanModules } from '../paths.ts'

/** Links from a plan to its modules and companies. */
export function PlanLinks({ planId }: { planId: number }) {
  return (
    <>
      <RelatedLink {...toPlanModules(planId)}>Módulos</RelatedLink>
      <RelatedLink {...toPlanCompanies(planId)}>Empresas</RelatedLink>
    </>
  )
}
