import { isGrantable } from '../../contract/common-module.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { toMoreSeats } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'

interface Named {
  id: number
  name: string
}

interface MoreSeatsLinkProps {
  place: { company: Named; module: Named; loose_plan: { id: number } | null }
}

/** 'Aumentar': opens the loose plan of a module in a company with more seats filled in. For administrators only. */
export function MoreSeatsLink({ place }: MoreSeatsLinkProps) {
  const allows = useAdministratorActions('/plan-loose-form')
  const mayAdd = place.loose_plan ? allows('update') : allows('create')
  if (!mayAdd || !isGrantable(place.module.id)) return null
  return (
    <ButtonLink
      {...toMoreSeats(place)}
      variant="default"
      size="compact-sm"
      aria-label={`Aumentar: ${place.module.name} em ${place.company.name}`}
    >
      Aumentar
    </ButtonLink>
  )
}
