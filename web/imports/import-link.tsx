import { importAccess, type ImportAccess } from '../../contract/import-access.ts'
import type { ImportKindName } from '../../contract/import-kinds.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { useHoldsGrant, useIsAdministrator } from '../session-state/use-allowed-actions.ts'

interface ImportLinkProps {
  kind: ImportKindName
  /** Route target from `paths.ts`. */
  target: { to: string }
}

/** Link from a list to the import of its records, for users with all the required rights. */
export function ImportLink({ kind, target }: ImportLinkProps) {
  const { grants, administratorsOnly }: ImportAccess = importAccess[kind]
  const holds = useHoldsGrant()
  const administrator = useIsAdministrator()
  if ((administratorsOnly && !administrator) || !grants.every(holds)) return null
  return (
    <ButtonLink {...target} variant="default">
      Importar
    </ButtonLink>
  )
}
