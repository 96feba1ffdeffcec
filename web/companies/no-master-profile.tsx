import { RecordLink } from '../links/record-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toUserRecord, toUsersOfCompany } from '../paths.ts'
import {
  useAllowedActions,
  useHoldsOnlyByDelegation,
} from '../session-state/use-allowed-actions.ts'
import classes from './no-master-profile.module.css'
import type { Delegable } from './use-delegable.ts'

interface NoMasterProfileProps {
  companyId: number
  /** Other users who can delegate. */
  masters: Delegable['masters']
}

/**
 * Shown to a user who cannot delegate, because the user has no master profile of the company. Lists the users who can,
 * and links to where a master profile can be assigned.
 */
export function NoMasterProfile({ companyId, masters }: NoMasterProfileProps) {
  const grant = { screen: '/user-edit-profile', action: 'update' } as const
  const granted = useAllowedActions(grant.screen)(grant.action)
  const isDelegatedOnly = useHoldsOnlyByDelegation()
  const gives = granted && !isDelegatedOnly(grant)
  return (
    <div data-wide className={classes['note']}>
      <p>Você não tem um perfil master próprio desta empresa para delegar.</p>
      {masters.length === 0 ? (
        <p>Nenhuma outra pessoa da empresa tem um perfil master próprio.</p>
      ) : (
        <>
          <p id="quem-pode-delegar">Quem pode delegar nesta empresa:</p>
          <ul aria-labelledby="quem-pode-delegar">
            {masters.map(({ id, name }) => (
              <li key={id}>
                <RecordLink inline {...toUserRecord(id)}>
                  {name}
                </RecordLink>
              </li>
            ))}
          </ul>
        </>
      )}
      {gives && (
        <>
          <p>Para que outra pessoa possa delegar, dê a ela um perfil master da empresa.</p>
          <RelatedLink {...toUsersOfCompany(companyId)}>Dar perfil master</RelatedLink>
        </>
      )}
    </div>
  )
}
