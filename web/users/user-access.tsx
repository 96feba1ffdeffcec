import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { UserWithProfiles } from '../../contract/user-profiles.ts'
import { formatInstant } from '../../contract/shown.ts'
import { queryOf } from '../api/query-of.ts'
import { offlineSentence, useOffline } from '../ui/use-offline.ts'
import { RecordCard } from '../form/record-parts.tsx'
import {
  useAllowedActions,
  useHoldsOnlyByDelegation,
} from '../session-state/use-allowed-actions.ts'
import { GiveProfiles } from './give-profiles.tsx'
import classes from './user-access.module.css'
import type { User } from './user-values.ts'

/** Loaded after the rest of the screen. */
const WhyPanel = lazy(async () => ({
  default: (await import('../user-profiles/why-panel.tsx')).WhyPanel,
}))

/** Tab of a user's record: the profiles that the user has, those that can be given, and 'Por quê?'. */
export function UserAccess({ user }: { user: User }) {
  const { id, status, support, companies } = user
  const gives = useAllowedActions('/user-edit-profile')('update')
  const onlyDelegated = useHoldsOnlyByDelegation()({
    screen: '/user-edit-profile',
    action: 'update',
  })
  const offline = useOffline()
  const { data, isError } = useQuery(queryOf('userProfileGet', { params: { id: String(id) } }))
  // Holders of profile 3 (Suporte) see users of other companies, but not those companies, so the panel would have no
  // company to select.
  const asksWhy = status !== 0 && (support.length === 0 || companies.length > 0)
  return (
    <>
      <RecordCard id="acessos" title="Acessos">
        {isError && <p role="alert">{offline ? offlineSentence : 'Erro ao buscar os perfis.'}</p>}
        {!isError && !data && <Skeleton height={96} />}
        {data && <AssignedProfiles assigned={data.user_profiles} />}
        {data && gives && !onlyDelegated && status !== 0 && (
          <GiveProfiles user={user} assigned={data.user_profiles} />
        )}
      </RecordCard>
      <Suspense>{asksWhy && <WhyPanel userId={id} width="broad" />}</Suspense>
    </>
  )
}

type Assigned = UserWithProfiles['user_profiles']

/** The profiles by company and module, each with its SPIDs. */
function AssignedProfiles({ assigned }: { assigned: Assigned }) {
  if (assigned.length === 0) return <p>Nenhum perfil: a pessoa não entra em nenhum módulo.</p>
  const byCompany = Map.groupBy(assigned, ({ company }) => company.id)
  return [...byCompany.values()].map((rows) => {
    const [first] = rows
    return (
      first && (
        <section key={first.company.id} aria-label={first.company.name}>
          <h3 className={classes['company']}>
            {first.company.name}
            {!first.company.active && ' (inativa)'}
          </h3>
          <ul className={classes['profiles']} aria-label={`Perfis em ${first.company.name}`}>
            {[...Map.groupBy(rows, ({ profile }) => profile.id).values()].map((same) => (
              <AssignedProfile key={same[0]?.profile_id} rows={same} />
            ))}
          </ul>
        </section>
      )
    )
  })
}

function AssignedProfile({ rows }: { rows: Assigned }) {
  const [first] = rows.toSorted((one, other) => one.created_at.localeCompare(other.created_at))
  if (!first) return null
  const { profile, created_at, granted_by } = first
  return (
    <li className={classes['profile']}>
      <span className={classes['module']}>
        {profile.module.Service.name} › {profile.module.name}
      </span>
      <strong>
        {profile.name}
        {profile.status === 0 && ' (excluído)'}
      </strong>
      <span className={classes['spids']}>
        {rows.map(({ spid }) => (
          <span key={spid} className={classes['spid']}>
            {spid === null ? 'Todos os SPIDs' : `SPID ${spid}`}
          </span>
        ))}
      </span>
      <span className={classes['since']}>
        {granted_by === null
          ? `desde ${formatInstant(created_at)}`
          : `desde ${formatInstant(created_at)}, por ${granted_by}`}
      </span>
    </li>
  )
}
