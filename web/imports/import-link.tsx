import { type ImportKind, type ImportKindName, importKinds } from '../../contract/import-kinds.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { useHoldsGrant, useIsAdministrator } from '../session-state/use-allowed-actions.ts'

interface ImportLinkProps {
  kind: ImportKindName
  /** What a function of `paths.ts` gives. */
  target: { to: string }
}

/** The link of a list to the import of its records, for those who may write them all. */
export function ImportLink({ kind, target }: ImportLinkProps) {
  const { grants, administratorsOnly }: ImportKind = importKinds[kind]
  const holds = useHoldsGrant()
  const administrator = useIsAdministrator()
  if ((administratorsOnly && !administrator) || !grants.every(holds)) return null
  return (
    <ButtonLink {...target} variant="default">
      Importar
    </ButtonLink>
  )
}
