import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { pagesOf, queryOf } from '../api/query-of.ts'
import { periodText } from '../assignment-periods/assignment-period.ts'
import { PeriodChip } from '../assignment-periods/period-chip.tsx'
import { RecordLink } from '../links/record-link.tsx'
import { toUserEditProfile } from '../paths.ts'
import { useGrantedPaths } from '../session-state/use-granted-paths.ts'
import { lastUseText } from '../../contract/last-use.ts'
import { formatInstant } from '../../contract/shown.ts'
import { breakEmail } from '../ui/break-email.tsx'
import { ListUnreadable } from '../ui/list-note.tsx'
import classes from './seat-holders.module.css'

type Holder = SuccessOf<Api['seatHolderList']>['rows'][number]

interface SeatHoldersProps {
  companyId: number
  module: { id: number; name: string }
  /** Whether the list is open at first. */
  initiallyOpen?: boolean
}

/** Number of users per page. */
const holdersPerPage = 10

/** Users who take a module's seats in a company, loaded when the list is opened. */
export function SeatHolders({ companyId, module, initiallyOpen = false }: SeatHoldersProps) {
  const [open, setOpen] = useState(initiallyOpen)
  const listId = useId()
  return (
    <div className={classes['holders']}>
      <button
        type="button"
        className={classes['toggle']}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-label={`Quem usa ${module.name}`}
        onClick={() => setOpen(!open)}
      >
        Quem usa
      </button>
      {open && <HolderList id={listId} companyId={companyId} module={module} />}
    </div>
  )
}

function HolderList({ id, companyId, module }: SeatHoldersProps & { id: string }) {
  const opensProfiles = useGrantedPaths().has('/user-edit-profile')
  const { data, isPending, isError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(
      pagesOf((page) =>
        queryOf('seatHolderList', {
          params: { companyId: String(companyId) },
          query: { module_id: String(module.id), page, take: holdersPerPage },
        }),
      ),
    )
  const people = data?.pages.flatMap(({ rows }) => rows)
  return (
    <div id={id} aria-busy={isPending}>
      {isError && <ListUnreadable onRetry={() => void refetch()} />}
      {people?.length === 0 && <p>Ninguém que você possa ver usa este módulo.</p>}
      {people && people.length > 0 && (
        <ul aria-label={`Pessoas que usam ${module.name}`}>
          {people.map((person) => (
            <li key={person.id}>
              <strong>
                {opensProfiles ? (
                  <RecordLink {...toUserEditProfile(person.id)}>{person.name}</RecordLink>
                ) : (
                  person.name
                )}
              </strong>
              <span>{breakEmail(person.email)}</span>
              <HolderFacts holder={person} moduleId={module.id} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Mostrar mais pessoas
        </Button>
      )}
    </div>
  )
}

/** The profiles that give the user the seat, with their periods, and the last use. */
function HolderFacts({ holder, moduleId }: { holder: Holder; moduleId: number }) {
  const { suspended, last_access_at: last, modules } = holder
  const profiles = modules.find(({ module }) => module.id === moduleId)?.profiles ?? []
  const rest = [
    suspended && 'bloqueada',
    profiles.length > 0 && lastUseText(profiles),
    last === null ? 'nunca acessou' : `último acesso em ${formatInstant(last)}`,
  ].filter(Boolean)
  return (
    <small>
      {profiles.map((profile, place) => (
        <Fragment key={`${profile.id} ${profile.spid}`}>
          {place > 0 && ', '}
          {profile.spid === null ? profile.name : `${profile.name} (SPID ${profile.spid})`}
          {periodText(profile) !== '' && ' '}
          <PeriodChip period={profile} />
        </Fragment>
      ))}
      {profiles.length > 0 && ' · '}
      {rest.join(' · ')}
    </small>
  )
}
