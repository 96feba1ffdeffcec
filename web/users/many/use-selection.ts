import { useState } from 'react'
import { manyUsersMax } from '../../../contract/limits.ts'
import { notify } from '../../ui/notify.ts'
import type { UserRow } from '../user-columns.tsx'
import type { UserFilters } from '../user-list-search.ts'
import { withSelected, type SelectedPeople } from './selected-people.ts'

interface Selection {
  people: SelectedPeople
  /** Selects or deselects these users. */
  select: (rows: readonly UserRow[], selected: boolean) => void
  clear: () => void
}

const none: SelectedPeople = new Map()

/** Selected users of a search. The selection survives a change of page and is cleared by another search. */
export function useSelection(filters: UserFilters): Selection {
  const search = JSON.stringify(filters)
  const [selection, setSelection] = useState({ search, people: none })
  const people = selection.search === search ? selection.people : none
  if (selection.search !== search) setSelection({ search, people: none })
  return {
    people,
    select(rows, selected) {
      const after = withSelected(people, rows, selected)
      if (after.full) notify.warning(`Selecione no máximo ${manyUsersMax} usuários por vez.`)
      setSelection({ search, people: after.people })
    },
    clear: () => setSelection({ search, people: none }),
  }
}
