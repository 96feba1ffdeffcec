import { Button, NativeSelect } from '@mantine/core'
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

  const found = rows.filter(
    (row) =>
      (shown.ids?.has(row.id) ?? true) &&
      (!chosenService || row.service.id === chosenService) &&
      holdsAll(labelOf(row), search),
  )
  const show = (value: string) => {
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
            onSearch={setSearch}
          />
          {services.length > 1 && (
            <NativeSelect
              aria-label="Serviço"
              data={[
                { value: '0', label: 'Todos os serviços' },
                ...services.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              value={String(chosenService ?? 0)}
              onChange={(event) => setService(Number(event.currentTarget.value))}
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
          {groupsOf(found.slice(0, rowCount)).map(({ title, of }) => (
            <tbody key={title}>
              <tr className={classes['group']}>
                <td colSpan={2}>
                  <h2>{title}</h2>
                </td>
              </tr>
              {of.map((row) => (
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
      {found.length > rowCount && (
        <Button
          className={classes['more'] ?? ''}
          variant="default"
          onClick={() => setRowCount(rowCount + rowsPerPage)}
        >
          {`Mostrar mais perfis (${formatNumber(found.length - rowCount)})`}
        </Button>
      )}
    </div>
  )
}

const showAll = { value: 'all', ids: null }
const nothingToGive =
  'Não há perfis para dar a esta pessoa: ela precisa trabalhar para uma empresa ativa, e a empresa precisa de um plano.'

/**
 * Splits the rows into those of the profiles that the user has, and the others. Depends on the saved profiles, so that
 * no row moves while the selection changes.
 */
function groupsOf(rows: readonly ProfileRow[]) {
  const [held, others] = [
    rows.filter((row) => row.held.length > 0),
    rows.filter((row) => row.held.length === 0),
  ]
  return [
    { title: 'Perfis que a pessoa tem', of: held },
    { title: 'Todos os perfis', of: others },
  ].filter(({ of }) => of.length > 0)
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
