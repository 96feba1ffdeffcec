import { RelatedLink } from '../links/related-link.tsx'
import { toPlanCompanies, toPlanModules } from '../paths.ts'

/** From a plan to what it gives and to whom. */
export function PlanLinks({ planId }: { planId: number }) {
  return (
    <>
      <RelatedLink {...toPlanModules(planId)}>Módulos</RelatedLink>
      <RelatedLink {...toPlanCompanies(planId)}>Empresas</RelatedLink>
    </>
  )
}
