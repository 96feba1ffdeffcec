import { Button, NativeSelect, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { searchMaxLength } from '../../contract/list.ts'
import type { UserWithProfiles, UserProfileOffers } from '../../contract/user-profiles.ts'
import { useCurrentService } from '../list/use-current-service.ts'
import { toUserList } from '../paths.ts'
import { useOpens } from '../session-state/use-granted-paths.ts'
import { formatNumber } from '../ui/format-number.ts'
import { holdsAll } from '../ui/plain-text.ts'
import { SearchBox } from '../ui/search-box.tsx'
import { ProfileRowFields } from './profile-row-fields.tsx'
import classes from './profile-table.module.css'
import { CopyFromUser } from './copy-from-user.tsx'
import { SeatAlert } from './seat-alert.tsx'
import type { SeatChoice } from './seat-choice.ts'
import {
  chosenOf,
  labelOf,
  differencesOf,
  type Chosen,
  type ProfileRow,
} from './user-profile-choice.ts'

interface ProfileTableProps {
  user: UserWithProfiles['user']
  rows: readonly ProfileRow[]
  chosen: Chosen
  differences: ReturnType<typeof differencesOf>
  seats: SeatChoice
  choose: (row: ProfileRow, values: readonly string[]) => void
  chooseAll: (chosen: Chosen) => void
  companies: UserProfileOffers['companies']
  /** Whether the signed-in user can change profiles. */
  writes: boolean
  /** Whether the signed-in user can also give profiles, not only take them. */
  gives: boolean
}

const shows = [
  { value: 'all', label: 'Todos os perfis' },
  { value: 'held', label: 'Só os que a pessoa tem' },
  { value: 'changed', label: 'Só os alterados' },
]

/**
 * Number of rows that are added to the table at a time. The number is low because each row has a select with hundreds
 * of options.
 */
const rowsPerPage = 20

/** Table of profiles with the companies and SPIDs for which the user holds them (console.md §2). */
export function ProfileTable(props: ProfileTableProps) {
  const { user, rows, chosen, differences, seats, choose, chooseAll, companies, writes, gives } =
    props
  const opens = useOpens()
  const [search, setSearch] = useState('')
  // The shown ids are fixed when the filter is selected. Otherwise a row would disappear when it is emptied and lose
  // the focus.
  const [shown, setShown] = useState<{ value: string; ids: ReadonlySet<number> | null }>(showAll)
  const services = servicesOf(rows)
  const current = useCurrentService()
  const [service, setService] = useState<number | undefined>()
  const chosenService = service ?? (services.some(({ id }) => id === current) ? current : undefined)
  const [rowCount, setRowCount] = useState(rowsPerPage)
  const holdsAny = rows.some(isHeld)
  // If the user has a profile, the other profiles are collapsed. A search or a filter expands them, because it may
  // match some of them.
  const [othersOpen, setOthersOpen] = useState(!holdsAny)

  const found = rows.filter(
    (row) =>
      (shown.ids?.has(row.id) ?? true) &&
      (!chosenService || row.service.id === chosenService) &&
      holdsAll(labelOf(row), search),
  )
  const groups = groupsOf(found, othersOpen)
  const listed = groups.flatMap(({ of }) => of)
  const shownRows = new Set(listed.slice(0, rowCount))
  const show = (value: string) => {
    setOthersOpen(true)
    const changed = new Set(differences.map(({ row }) => row.id))
    const held = rows.filter((row) => chosenOf(row, chosen).length > 0 || row.held.length > 0)
    if (value === 'held') setShown({ value, ids: new Set(held.map(({ id }) => id)) })
    else setShown(value === 'changed' ? { value, ids: changed } : showAll)
  }
  /** Shows only the changed rows after a bulk change. */
  const showAfter = (all: Chosen) => {
    const changed = differencesOf(rows, all)
    const ids = new Set(changed.map(({ row }) => row.id))
    setShown(changed.length > 0 ? { value: 'changed', ids } : showAll)
    setSearch('')
    setService(0)
    setOthersOpen(true)
    chooseAll(all)
  }
  const differenceOf = (row: ProfileRow) => differences.find((each) => each.row.id === row.id)

  return (
    <div className={classes['profiles']} data-wide>
      {user.status === 0 && <p>A pessoa está excluída: perfis só podem ser retirados.</p>}
      {user.suspended && (
        <p>A pessoa está bloqueada: o que for dado só vale quando for desbloqueada.</p>
      )}
      {rows.length > 0 && (
        <div className={classes['tools']}>
          <SearchBox
            label="Buscar perfil, serviço ou módulo"
            maxLength={searchMaxLength}
            value={search}
            onSearch={(text) => {
              setSearch(text)
              setOthersOpen(true)
            }}
          />
          {services.length > 1 && (
            <NativeSelect
              aria-label="Serviço"
              data={[
                { value: '0', label: 'Todos os serviços' },
                ...services.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              value={String(chosenService ?? 0)}
              onChange={(event) => {
                setService(Number(event.currentTarget.value))
                setOthersOpen(true)
              }}
            />
          )}
          <NativeSelect
            aria-label="Mostrar perfis"
            data={shows}
            value={shown.value}
            onChange={(event) => show(event.currentTarget.value)}
          />
        </div>
      )}
      {rows.length > 0 && gives && opens(toUserList().to) && (
        <CopyFromUser user={user} rows={rows} companies={companies} onChoose={showAfter} />
      )}
      <output className={classes['totals']} aria-label="Perfis desta pessoa">
        {totalsOf(rows, chosen)}
        {differences.length > 0 && <strong>{` · ${changedWords(differences)}`}</strong>}
      </output>
      <SeatAlert rows={rows} seats={seats} />
      {found.length > 0 && (
        <table className={classes['table']} aria-label="Perfis">
          <thead>
            <tr>
              <th scope="col">Perfil - Serviço - Módulo</th>
              <th scope="col">Empresas e SPIDs</th>
            </tr>
          </thead>
          {groups.map(({ title, of, count, collapsible }) => (
            <tbody key={title}>
              <tr className={classes['group']}>
                <td colSpan={2}>
                  <h2>
                    {collapsible ? (
                      <UnstyledButton
                        className={classes['disclosure'] ?? ''}
                        aria-expanded={othersOpen}
                        onClick={() => setOthersOpen(!othersOpen)}
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
              {of
                .filter((row) => shownRows.has(row))
                .map((row) => (
                  <ProfileRowFields
                    key={row.id}
                    row={row}
                    values={chosenOf(row, chosen)}
                    difference={differenceOf(row)}
                    seats={seats}
                    onChoose={writes ? choose : undefined}
                  />
                ))}
            </tbody>
          ))}
        </table>
      )}
      <output className={classes['empty']} aria-label="Resultado da busca">
        {rows.length === 0 && nothingToGive}
        {rows.length > 0 &&
          found.length === 0 &&
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
    </div>
  )
}

const showAll = { value: 'all', ids: null }
const nothingToGive =
  'Não há perfis para dar a esta pessoa: ela precisa trabalhar para uma empresa ativa, e a empresa precisa de um plano.'

const isHeld = ({ held }: ProfileRow) => held.length > 0

/**
 * Splits the rows into the profiles that the user has and the other profiles. The others can be collapsed if the user
 * has a profile. The split depends on the saved profiles, so that no row moves while the selection changes.
 */
function groupsOf(rows: readonly ProfileRow[], othersOpen: boolean) {
  const held = rows.filter(isHeld)
  const others = rows.filter((row) => !isHeld(row))
  const collapsible = held.length > 0
  return [
    { title: 'Perfis que a pessoa tem', of: held, count: held.length, collapsible: false },
    {
      title: 'Todos os perfis',
      of: collapsible && !othersOpen ? [] : others,
      count: others.length,
      collapsible,
    },
  ].filter(({ count }) => count > 0)
}

function servicesOf(rows: readonly ProfileRow[]) {
  const byId = new Map(rows.map(({ service }) => [service.id, service]))
  return [...byId.values()].toSorted((one, other) =>
    one.name.localeCompare(other.name, 'pt-BR', { numeric: true }),
  )
}

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
