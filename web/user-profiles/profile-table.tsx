import { Button } from '@mantine/core'
import { useState } from 'react'
import type { UserWithProfiles, UserProfileOffers } from '../../contract/user-profiles.ts'
import { toUserList } from '../paths.ts'
import { useOpens } from '../session-state/use-granted-paths.ts'
import { formatNumber } from '../ui/format-number.ts'
import { CopyFromUser } from './copy-from-user.tsx'
import { ProfileFilters } from './profile-filters.tsx'
import { ProfileRows } from './profile-rows.tsx'
import classes from './profile-table.module.css'
import type { PeriodErrors, PeriodValues } from '../assignment-periods/assignment-period.ts'
import { GivenPeriodFields } from './given-period-fields.tsx'
import { ProlongMany } from './prolong-many.tsx'
import { SeatAlert } from './seat-alert.tsx'
import type { SeatChoice } from './seat-choice.ts'
import { useProfileFilter } from './use-profile-filter.ts'
import {
  chosenOf,
  differencesOf,
  type Chosen,
  type CopiedPeriods,
  type GivenPeriod,
  type ProfileRow,
} from './user-profile-choice.ts'

interface ProfileTableProps {
  user: UserWithProfiles['user']
  rows: readonly ProfileRow[]
  chosen: Chosen
  differences: ReturnType<typeof differencesOf>
  seats: SeatChoice
  choose: (row: ProfileRow, values: readonly string[]) => void
  chooseAll: (chosen: Chosen, periods: CopiedPeriods) => void
  /** Period of what the save gives. */
  period: GivenPeriod & {
    errors: PeriodErrors
    set: (change: Partial<PeriodValues>) => void
  }
  /** Reads the profiles again after a period has changed. */
  reload: () => void
  companies: UserProfileOffers['companies']
  /** Whether the signed-in user can change profiles. */
  writes: boolean
  /** Whether the signed-in user can also give profiles, not only take them. */
  gives: boolean
}

/**
 * Number of rows that are added to the table at a time. The number is low because each row has a select with hundreds
 * of options.
 */
const rowsPerPage = 20

/** Table of profiles with the companies and SPIDs for which the user holds them (console.md §2). */
export function ProfileTable(props: ProfileTableProps) {
  const { user, rows, chosen, differences, seats, choose, chooseAll, companies } = props
  const { writes, gives, period, reload } = props
  const opens = useOpens()
  const filter = useProfileFilter({ rows, chosen, differences })
  const [rowCount, setRowCount] = useState(rowsPerPage)
  const listed = filter.groups.flatMap(({ of }) => of)
  const applyCopy = (all: Chosen, periods: CopiedPeriods) => {
    filter.showChanged(differencesOf(rows, all))
    chooseAll(all, periods)
  }
  return (
    <div className={classes['profiles']} data-wide>
      <StateNotes user={user} />
      {rows.length > 0 && gives && (
        <p>
          Busque um perfil e escolha as empresas ou SPIDs dele. Cada opção mostra as licenças
          livres. Salve no fim da página.
        </p>
      )}
      {rows.length > 0 && <ProfileFilters rows={rows} filter={filter} />}
      {rows.length > 0 && gives && opens(toUserList().to) && (
        <CopyFromUser user={user} rows={rows} companies={companies} onChoose={applyCopy} />
      )}
      <output className={classes['totals']} aria-label="Perfis desta pessoa">
        {totalsOf(rows, chosen)}
        {differences.length > 0 && <strong>{` · ${changedWords(differences)}`}</strong>}
      </output>
      {gives && <ProlongMany userName={user.name} rows={rows} onDone={reload} />}
      <SeatAlert rows={rows} seats={seats} />
      {filter.found.length > 0 && (
        <ProfileRows
          filter={filter}
          shown={new Set(listed.slice(0, rowCount))}
          chosen={chosen}
          differences={differences}
          seats={seats}
          choose={writes ? choose : undefined}
          copied={period.copied}
          userName={user.name}
          changePeriod={gives ? reload : undefined}
        />
      )}
      <output className={classes['empty']} aria-label="Resultado da busca">
        {rows.length === 0 && nothingToGive}
        {rows.length > 0 &&
          filter.found.length === 0 &&
          'Nenhum resultado encontrado para os critérios de pesquisa.'}
      </output>
      {listed.length > rowCount && (
        <Button
          className={classes['more'] ?? ''}
          variant="default"
          onClick={() => setRowCount(rowCount + rowsPerPage)}
        >
          {`Mostrar mais perfis (${formatNumber(listed.length - rowCount)})`}
        </Button>
      )}
      {rows.length > 0 && gives && <GivenPeriodFields differences={differences} period={period} />}
    </div>
  )
}

/** What the state of the user means for their profiles. */
function StateNotes({ user }: Pick<ProfileTableProps, 'user'>) {
  return (
    <>
      {user.status === 0 && <p>A pessoa está excluída: perfis só podem ser retirados.</p>}
      {user.suspended && (
        <p>A pessoa está bloqueada: o que for dado só vale quando for desbloqueada.</p>
      )}
    </>
  )
}

const nothingToGive =
  'Não há perfis para dar a esta pessoa: ela precisa trabalhar para uma empresa ativa, e a empresa precisa de um plano.'

function totalsOf(rows: readonly ProfileRow[], chosen: Chosen): string {
  const counts = rows.map((row) => chosenOf(row, chosen).length).filter((count) => count > 0)
  const pairs = counts.reduce((sum, count) => sum + count, 0)
  if (pairs === 0) return 'Nenhum perfil'
  const profiles = counts.length === 1 ? '1 perfil' : `${formatNumber(counts.length)} perfis`
  return `${profiles}, ${pairs === 1 ? '1 atribuição' : `${formatNumber(pairs)} atribuições`}`
}

function changedWords(differences: ReturnType<typeof differencesOf>): string {
  const given = differences.reduce((sum, each) => sum + each.given.length, 0)
  const taken = differences.reduce((sum, each) => sum + each.taken.length, 0)
  return [given > 0 && `+${given}`, taken > 0 && `−${taken}`].filter(Boolean).join(', ')
}
