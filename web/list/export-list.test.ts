import { expect, it } from 'vitest'
import { shownInstant, shownUpdate } from '../../contract/shown.ts'
import { formatInstant, formatUpdate } from '../ui/format-date.ts'

it('shows instants on the screen as exports have them', () => {
  const [created_at, updated_at] = ['2026-11-22T02:59:59.500Z', '2026-02-01T03:00:00Z']
  expect(formatInstant(created_at)).toBe('21/11/2026 23:59:59')
  expect(shownInstant(created_at)).toBe(formatInstant(created_at))
  for (const row of [
    { created_at, updated_at },
    { created_at, updated_at: created_at },
  ])
    expect(shownUpdate(row)).toBe(formatUpdate(row))
})
