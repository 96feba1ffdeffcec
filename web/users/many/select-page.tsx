import type { RefObject } from 'react'
import { RowCheckbox } from '../../ui/row-checkbox.tsx'
import type { UserRow } from '../user-columns.tsx'
import type { SelectedPeople } from './selected-people.ts'

interface SelectPageProps {
  /** Rows of the page; empty while they load, so that the user selects only visible rows. */
  rows: readonly UserRow[]
  people: SelectedPeople
  onSelect: (rows: readonly UserRow[], selected: boolean) => void
  box: RefObject<HTMLInputElement | null>
}

/** Checkbox that selects or deselects all users on the current page. */
export function SelectPage({ rows, people, onSelect, box }: SelectPageProps) {
  const selected = rows.filter(({ id }) => people.has(id)).length
  const all = rows.length > 0 && selected === rows.length
  return (
    <RowCheckbox
      ref={box}
      disabled={rows.length === 0}
      aria-label="Selecionar todos desta página"
      checked={all}
      indeterminate={selected > 0 && !all}
      onChange={() => onSelect(rows, !all)}
    />
  )
}
