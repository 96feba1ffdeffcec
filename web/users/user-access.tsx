import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { UserWithProfiles } from '../../contract/user-profiles.ts'
import { lastUseNote, lastUseText } from '../../contract/last-use.ts'
import { formatInstant } from '../../contract/shown.ts'
import { queryOf } from '../api/query-of.ts'
import { offlineSentence, useOffline } from '../ui/use-offline.ts'
import { RecordCard } from '../form/record-parts.tsx'
import {
  useAllowedActions,
  useHoldsOnlyByDelegation,
} from '../session-state/use-allowed-actions.ts'
import {
  endsSoon,
  hasEnded,
  isSuspended,
  periodText,
  takesPeriod,
} from '../assignment-periods/assignment-period.ts'
import { PeriodChip, UnusedChip } from '../assignment-periods/period-chip.tsx'
import { PeriodModal } from '../user-profiles/period-modal.tsx'
import { RestoreProfiles } from '../user-profiles/restore-profiles.tsx'
import { UnusedActions } from '../user-profiles/unused-actions.tsx'
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
        {data && (
          <AssignedProfiles
            assigned={data.user_profiles}
            userName={user.name}
            prolongs={gives && !onlyDelegated && status !== 0}
            removes={gives && status !== 0}
          />
        )}
        {data && gives && !onlyDelegated && status !== 0 && (
          <GiveProfiles user={user} assigned={data.user_profiles} />
        )}
      </RecordCard>
      <Suspense>{asksWhy && <WhyPanel userId={id} width="broad" />}</Suspense>
    </>
  )
}

type Assigned = UserWithProfiles['user_profiles']

interface AssignedProfilesProps {
  assigned: Assigned
  userName: string
  /** Whether the signed-in user can prolong assignments. */
  prolongs: boolean
  /** Whether the signed-in user can remove assignments. */
  removes: boolean
}

/** The profiles by company and module, each with its SPIDs. */
function AssignedProfiles({ assigned, userName, prolongs, removes }: AssignedProfilesProps) {
  const [prolonged, setProlonged] = useState<Assigned | null>(null)
  const ending = prolongs
    ? assigned.filter((each) => takesPeriod(each) && endsSoon(each) && !isSuspended(each))
    : []
  const suspended = prolongs ? assigned.filter(isSuspended) : []
  if (assigned.length === 0) return <p>Nenhum perfil: a pessoa não entra em nenhum módulo.</p>
  const onProlong = (rows: Assigned) => setProlonged(rows)
  const byCompany = Map.groupBy(assigned, ({ company }) => company.id)
  const groups = [...byCompany.values()].map((rows) => {
    const [first] = rows
    return (
      first && (
        <section key={first.company.id} aria-label={first.company.name}>
          <h3 className={classes['company']}>
            {first.company.name}
            {!first.company.active && ' (inativa)'}
          </h3>
          <ul className={classes['profiles']} aria-label={`Perfis em ${first.company.name}`}>
            {[...Map.groupBy(rows, groupOf).entries()].map(([key, same]) => (
              <AssignedProfile
                key={key}
                rows={same}
                actions={
                  removes &&
                  same[0]?.unused && (
                    <UnusedActions userName={userName} rows={same} gives={prolongs} />
                  )
                }
                {...(same.some((each) => ending.includes(each)) && {
                  onProlong: () => onProlong(same),
                })}
                restore={
                  prolongs && same.some(isSuspended) ? (
                    <RestoreProfiles userName={userName} assigned={same.filter(isSuspended)} />
                  ) : null
                }
              />
            ))}
          </ul>
        </section>
      )
    )
  })
  return (
    <>
      {groups}
      <p className={classes['note']}>{lastUseNote}</p>
      {ending.length > 1 && (
        <Button size="compact-sm" variant="default" mb="md" onClick={() => onProlong(ending)}>
          {`Prorrogar ${ending.length} perfis`}
        </Button>
      )}
      {suspended.length > 1 && (
        <RestoreProfiles
          userName={userName}
          assigned={suspended}
          label={`Restaurar ${suspended.length} perfis`}
        />
      )}
      {prolonged && (
        <PeriodModal userName={userName} assigned={prolonged} onClose={() => setProlonged(null)} />
      )}
    </>
  )
}

/** Assignments of one profile are shown together if they have the same period and reason, and all or none are unused. */
const groupOf = ({
  profile,
  begin_date,
  end_date,
  reason,
  suspended_at,
  unused,
}: Assigned[number]): string =>
  JSON.stringify([profile.id, begin_date, end_date, reason, suspended_at, unused])

interface AssignedProfileProps {
  rows: Assigned
  /** Absent if the assignments do not end soon, or cannot be prolonged by the signed-in user. */
  onProlong?: () => void
  /** Restores the suspended ones; null if there are none, or if the signed-in user cannot restore them. */
  restore: ReactNode
  /** Buttons for unused assignments. */
  actions: ReactNode
}

function AssignedProfile({ rows, onProlong, restore, actions }: AssignedProfileProps) {
  const [first] = rows.toSorted((one, other) => one.created_at.localeCompare(other.created_at))
  if (!first) return null
  const { profile, created_at, granted_by, reason, unused } = first
  const ended = hasEnded(first)
  return (
    <li className={classes['profile']}>
      <span className={classes['module']}>
        {profile.module.Service.name} › {profile.module.name}
      </span>
      <strong>
        {profile.name}
        {profile.status === 0 && ' (excluído)'}
        {(ended || isSuspended(first)) && ' (não dá acesso)'}
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
        <span className={classes['line']}>{lastUseText(rows)}</span>
      </span>
      {reason !== null && <span className={classes['reason']}>{`Motivo: ${reason}`}</span>}
      {(onProlong !== undefined || periodText(first) !== '' || unused) && (
        <span className={classes['period']}>
          <PeriodChip period={first} />
          {unused && <UnusedChip />}
          {actions}
          {onProlong && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Prorrogar ${profile.name}`}
              onClick={onProlong}
            >
              Prorrogar
            </Button>
          )}
          {restore}
        </span>
      )}
    </li>
  )
}
