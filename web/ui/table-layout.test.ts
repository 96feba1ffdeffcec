import { expect, it } from 'vitest'
import { layoutFor, priorities, type ColumnKind, type LayoutColumn } from './table-layout.ts'

const kinds: ColumnKind[] = ['name', 'email', 'date', 'updated', 'status']
const columns = (choices: Partial<Record<ColumnKind, boolean>> = {}): LayoutColumn[] =>
  kinds.map((kind, index) => ({
    kind,
    priority: index === 0 ? 0 : priorities[kind],
    choice: choices[kind],
  }))
const shownIn = (room: number, choices = {}) => {
  const { shown, ...layout } = layoutFor(room, columns(choices), 6)
  return { ...layout, shown: kinds.filter((_, index) => shown[index]).join(' ') }
}

it.each([
  { room: 80, cards: false, shown: 'name email date updated status' },
  { room: 59, cards: false, shown: 'name email date updated status' },
  { room: 58, cards: false, shown: 'name email date status' },
  { room: 42, cards: false, shown: 'name email status' },
  { room: 40, cards: true, shown: 'name email date status' },
])('in $room rem the columns $shown are shown', ({ room, cards, shown }) => {
  expect(shownIn(room)).toEqual({ cards, shown, scrollWidth: undefined })
})

it.each([
  { choices: { updated: true }, room: 53, shown: 'name email updated status' },
  { choices: { updated: true }, room: 40, shown: 'name email date updated status' },
  { choices: { email: false }, room: 80, shown: 'name date updated status' },
  { choices: { name: false }, room: 80, shown: 'name email date updated status' },
])('with the choice $choices in $room rem the columns $shown are shown', (expected) => {
  expect(shownIn(expected.room, expected.choices)).toMatchObject({ shown: expected.shown })
})

it('scrolls if the chosen columns need more than there is', () => {
  const choices = { email: true, date: true, updated: true, status: true }
  expect(shownIn(45, choices)).toEqual({
    cards: false,
    shown: 'name email date updated status',
    scrollWidth: 10 + 11 + 8.75 + 8.75 + 5.75 + 6 + 0.75 + 2.25,
  })
})
