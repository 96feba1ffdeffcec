import { Fragment } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { latestUse } from '../../contract/last-use.ts'
import { formatInstant } from '../../contract/shown.ts'
import { queryOf } from '../api/query-of.ts'
import { periodText } from '../assignment-periods/assignment-period.ts'
import { PeriodChip } from '../assignment-periods/period-chip.tsx'
import { RecordRows } from '../form/record-rows.tsx'
import { rowsPerPage, useRecordRows, type RecordRowsState } from '../form/use-record-rows.ts'
import { RecordLink } from '../links/record-link.tsx'
import { toUserRecord } from '../paths.ts'
import { breakEmail } from '../ui/break-email.tsx'
import type { Column } from '../ui/data-table.tsx'
import { UserStatusMark } from '../ui/user-status.tsx'

type Holder = SuccessOf<Api['profileHolderList']>['rows'][number]

const columns: readonly Column<Holder>[] = [
  {
    header: 'Nome',
    cell: ({ id, name }) => <RecordLink {...toUserRecord(id, 'access')}>{name}</RecordLink>,
  },
  { header: 'E-mail', email: true, cell: ({ email }) => breakEmail(email) },
  {
    header: 'Empresas',
    kind: 'long',
    cell: ({ assignments }) =>
      [...Map.groupBy(assignments, ({ company }) => company.id).values()].map((same) => (
        <HolderCompany key={same[0]?.company.id} assignments={same} />
      )),
  },
  {
    header: 'Último uso',
    kind: 'date',
    cell: ({ assignments }) => {
      const latest = latestUse(assignments)
      return latest === null ? 'Nunca' : formatInstant(latest)
    },
  },
  {
    header: 'Status',
    kind: 'status',
    cell: ({ suspended }) => <UserStatusMark status={suspended ? 3 : 2} />,
  },
]

/** A company with the SPIDs for which the user has the profile, and periods: 'Alfa (SPID 7101, 7102) [até 31/12/2026]'. */
function HolderCompany({ assignments }: { assignments: Holder['assignments'] }) {
  const byPeriod = [...Map.groupBy(assignments, periodText).values()]
  return (
    <div>
      {assignments[0]?.company.name}
      {byPeriod.map((same) => {
        const spids = same.flatMap(({ spid }) => spid ?? [])
        const [first] = same
        return (
          <Fragment key={first?.spid}>
            {spids.length > 0 && ` (SPID ${spids.join(', ')})`}
            {first && periodText(first) !== '' && ' '}
            {first && <PeriodChip period={first} />}
          </Fragment>
        )
      })}
    </div>
  )
}

/** The users who have a profile, as far as the signed-in user sees them. */
export const useProfilePeople = (profileId: number, enabled: boolean): RecordRowsState<Holder> =>
  useRecordRows(
    (page) =>
      queryOf('profileHolderList', {
        params: { id: String(profileId) },
        query: { page, take: rowsPerPage },
      }),
    ({ rows }) => rows,
    enabled,
  )

/** Tab of a profile's record with the users who have it. */
export function ProfilePeople({ people }: { people: RecordRowsState<Holder> }) {
  return (
    <RecordRows
      id="pessoas"
      title="Pessoas com este perfil"
      columns={columns}
      state={people}
      empty="Ninguém que você possa ver tem este perfil."
    />
  )
}
