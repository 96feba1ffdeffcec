import type { RefObject } from 'react'
import { RowCheckbox } from '../../ui/row-checkbox.tsx'
import type { UserRow } from '../user-columns.tsx'
import classes from './select-page.module.css'
import type { SelectedPeople } from './selected-people.ts'

interface SelectPageProps {
  /** Rows of the page; empty while they load, so that the user selects only visible rows. */
  rows: readonly UserRow[]
  people: SelectedPeople
  onSelect: (rows: readonly UserRow[], selected: boolean) => void
  box: RefObject<HTMLInputElement | null>
}

/** The label is also the `aria-label`, because an accessibility checker ignores labels that are visually hidden. */
const label = 'Selecionar todos desta página'

/** Checkbox that selects or deselects all users on the current page. */
export function SelectPage({ rows, people, onSelect, box }: SelectPageProps) {
  const selected = rows.filter(({ id }) => people.has(id)).length
  const all = rows.length > 0 && selected === rows.length
  return (
    <RowCheckbox
      text={<span className={classes['label']}>{label}</span>}
      ref={box}
      disabled={rows.length === 0}
      aria-label={label}
      checked={all}
      indeterminate={selected > 0 && !all}
      onChange={() => onSelect(rows, !all)}
    />
  )
}
