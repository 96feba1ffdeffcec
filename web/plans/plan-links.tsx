import { ButtonLink } from '../links/button-link.tsx'
import { toPlanCompanies, toPlanModules } from '../paths.ts'
import { useScreenGranted } from '../session-state/use-screen-granted.ts'

/** From a plan to what it gives and to whom. */
export function PlanLinks({ planId }: { planId: number }) {
  const showsModules = useScreenGranted('/plan-module-manager')
  const showsCompanies = useScreenGranted('/plan-company-manager')
  return (
    <>
      {showsModules && (
        <ButtonLink {...toPlanModules(planId)} variant="default">
          Módulos
        </ButtonLink>
      )}
      {showsCompanies && (
        <ButtonLink {...toPlanCompanies(planId)} variant="default">
          Empresas
        </ButtonLink>
      )}
    </>
  )
}
