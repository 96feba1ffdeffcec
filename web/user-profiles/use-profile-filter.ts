import { useState } from 'react'
import { useCurrentService } from '../list/use-current-service.ts'
import { holdsAll } from '../ui/plain-text.ts'
import {
  chosenOf,
  labelOf,
  type Chosen,
  type differencesOf,
  type ProfileRow,
} from './user-profile-choice.ts'

type Differences = ReturnType<typeof differencesOf>

interface FilteredProfiles {
  rows: readonly ProfileRow[]
  chosen: Chosen
  differences: Differences
}

/**
 * Search and filters of the table of profiles, and the rows that match, in groups.
 *
 * If the user has a profile, the other profiles are collapsed. A search or a filter expands them, because it may match
 * some of them.
 */
export function useProfileFilter({ rows, chosen, differences }: FilteredProfiles) {
  const [search, setSearch] = useState('')
  // The shown ids are fixed when the filter is selected. Otherwise a row would disappear when it is emptied and lose
  // the focus.
  const [shown, setShown] = useState<{ value: string; ids: ReadonlySet<number> | null }>(showAll)
  const [service, setService] = useChosenService(rows)
  const [othersOpen, setOthersOpen] = useState(!rows.some(isHeld))
  const found = rows.filter(
    (row) =>
      (shown.ids?.has(row.id) ?? true) &&
      (!service || row.service.id === service) &&
      holdsAll(labelOf(row), search),
  )
  const showRows = (value: string, shownRows: readonly ProfileRow[]) =>
    setShown({ value, ids: new Set(shownRows.map(({ id }) => id)) })
  return {
    search,
    service,
    shown: shown.value,
    found,
    groups: groupsOf(found, othersOpen),
    othersOpen,
    toggleOthers: () => setOthersOpen(!othersOpen),
    setSearch: (text: string) => {
      setSearch(text)
      setOthersOpen(true)
    },
    setService: (id: number) => {
      setService(id)
      setOthersOpen(true)
    },
    setShown: (value: string) => {
      setOthersOpen(true)
      if (value === 'held')
        showRows(
          value,
          rows.filter((row) => chosenOf(row, chosen).length > 0 || isHeld(row)),
        )
      else if (value === 'changed') showRows(value, rowsOf(differences))
      else setShown(showAll)
    },
    /** Shows only the changed rows after a bulk change. */
    showChanged: (changed: Differences) => {
      if (changed.length > 0) showRows('changed', rowsOf(changed))
      else setShown(showAll)
      setSearch('')
      setService(0)
      setOthersOpen(true)
    },
  }
}

export type ProfileFilter = ReturnType<typeof useProfileFilter>

const showAll = { value: 'all', ids: null }

const isHeld = ({ held }: ProfileRow) => held.length > 0

const rowsOf = (differences: Differences) => differences.map(({ row }) => row)

/** The selected service: 0 for all. Until the user selects one, it is the current service, if a row belongs to it. */
function useChosenService(rows: readonly ProfileRow[]) {
  const current = useCurrentService()
  const [service, setService] = useState<number | undefined>()
  const known = rows.some((row) => row.service.id === current)
  return [service ?? (known && current !== undefined ? current : 0), setService] as const
}

/**
 * Splits the rows into the profiles that the user has, those that have ended, and the other profiles. The others can be
 * collapsed if the user has a profile. The split depends on the saved profiles, so that no row moves while the selection
 * changes.
 */
function groupsOf(rows: readonly ProfileRow[], othersOpen: boolean) {
  const held = rows.filter(isHeld)
  const ended = rows.filter((row) => !isHeld(row) && row.assigned.length > 0)
  const others = rows.filter(({ assigned }) => assigned.length === 0)
  const collapsible = held.length > 0
  return [
    { title: 'Perfis que a pessoa tem', of: held, count: held.length, collapsible: false },
    {
      title: 'Perfis com prazo terminado',
      of: ended,
      count: ended.length,
      collapsible: false,
    },
    {
      title: 'Todos os perfis',
      of: collapsible && !othersOpen ? [] : others,
      count: others.length,
      collapsible,
    },
  ].filter(({ count }) => count > 0)
}
