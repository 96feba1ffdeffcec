import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { formatNumber } from '../ui/format-number.ts'
import { ProfileRowFields } from './profile-row-fields.tsx'
import classes from './profile-table.module.css'
import type { SeatChoice } from './seat-choice.ts'
import type { ProfileFilter } from './use-profile-filter.ts'
import {
  chosenOf,
  type Chosen,
  type CopiedPeriods,
  type differencesOf,
  type ProfileRow,
} from './user-profile-choice.ts'

export interface ProfileRowsProps {
  filter: ProfileFilter
  /** Rows that the table has room for. */
  shown: ReadonlySet<ProfileRow>
  chosen: Chosen
  differences: ReturnType<typeof differencesOf>
  seats: SeatChoice
  /** Undefined if the signed-in user cannot change profiles. */
  choose: ((row: ProfileRow, values: readonly string[]) => void) | undefined
  copied: CopiedPeriods
  userName: string
  /** Called after a period has changed. Undefined if the signed-in user cannot give profiles. */
  changePeriod: (() => void) | undefined
}

/** The rows of the table of profiles: first those that the user has, then the others, which can be collapsed. */
export function ProfileRows(props: ProfileRowsProps) {
  const { filter, shown, chosen, differences, seats, choose, copied, userName, changePeriod } =
    props
  return (
    <table className={classes['table']} aria-label="Perfis">
      <thead>
        <tr>
          <th scope="col">Perfil - Serviço - Módulo</th>
          <th scope="col">Empresas e SPIDs</th>
        </tr>
      </thead>
      {filter.groups.map((group) => (
        <tbody key={group.title}>
          <GroupHead group={group} open={filter.othersOpen} onToggle={filter.toggleOthers} />
          {group.of
            .filter((row) => shown.has(row))
            .map((row) => (
              <ProfileRowFields
                key={row.id}
                row={row}
                values={chosenOf(row, chosen)}
                difference={differences.find((each) => each.row.id === row.id)}
                seats={seats}
                onChoose={choose}
                copied={copied}
                userName={userName}
                onPeriod={changePeriod}
              />
            ))}
        </tbody>
      ))}
    </table>
  )
}

interface GroupHeadProps {
  group: ProfileFilter['groups'][number]
  open: boolean
  onToggle: () => void
}

function GroupHead({ group: { title, count, collapsible }, open, onToggle }: GroupHeadProps) {
  return (
    <tr className={classes['group']}>
      <td colSpan={2}>
        <h2>
          {collapsible ? (
            <UnstyledButton
              className={classes['disclosure'] ?? ''}
              aria-expanded={open}
              onClick={onToggle}
            >
              <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
              {`${title} (${formatNumber(count)})`}
            </UnstyledButton>
          ) : (
            title
          )}
        </h2>
      </td>
    </tr>
  )
}
