import { expect, it } from 'vitest'
import { layoutFor, type ColumnKind } from './table-layout.ts'

const dated: ColumnKind[] = ['name', 'date', 'updated', 'status']
const undated: ColumnKind[] = ['name', 'text', 'date']

it.each([
  { columns: dated, room: 60, layout: 'wide' },
  { columns: dated, room: 34, layout: 'joined' },
  { columns: dated, room: 22, layout: 'cards' },
  { columns: undated, room: 32, layout: 'wide' },
  { columns: undated, room: 29, layout: 'cards' },
])('columns $columns in $room rem use the layout $layout', ({ columns, room, layout }) => {
  expect(layoutFor(room, columns, 4)).toBe(layout)
})
