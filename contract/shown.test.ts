import { expect, it } from 'vitest'
import { shownInstant, shownInUtc, shownStatus, shownUpdate } from './shown.ts'

const created_at = '2026-11-22T02:59:59.500Z'

it('shows an instant to the second, in the time zone of São Paulo', () => {
  expect(shownInstant(created_at)).toBe('21/11/2026 23:59:59')
  expect(shownInstant('2026-02-01T03:00:00Z')).toBe('01/02/2026 00:00:00')
})

it('shows an instant of plans in UTC', () => {
  expect(shownInUtc(created_at)).toBe('22/11/2026 02:59:59')
})

it('shows the date of an update only if there was one', () => {
  expect(shownUpdate({ created_at, updated_at: '2026-11-23T12:00:00Z' })).toBe(
    '23/11/2026 09:00:00',
  )
  expect(shownUpdate({ created_at, updated_at: created_at })).toBe('')
})

it('shows whether a record is active, from either field', () => {
  expect(shownStatus({ active: true })).toBe('Ativo')
  expect(shownStatus({ active: false })).toBe('Inativo')
  expect(shownStatus({ status: 1 })).toBe('Ativo')
  expect(shownStatus({ status: 0 })).toBe('Inativo')
})
