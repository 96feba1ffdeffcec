import { importKinds, type ImportKindName } from '../../contract/import-kinds.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'

interface ImportLinkProps {
  kind: ImportKindName
  /** What a function of `paths.ts` gives. */
  target: { to: string }
}

/** The link of a list to the import of its records, for those who may write them all. */
export function ImportLink({ kind, target }: ImportLinkProps) {
  const [{ screen }] = importKinds[kind].grants
  const writes = useAdministratorActions(screen)
  if (!writes('create') || !writes('update')) return null
  return (
    <ButtonLink {...target} variant="default">
      Importar
    </ButtonLink>
  )
}
