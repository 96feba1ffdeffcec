import { expect, it } from 'vitest'
import { formatInstant, formatUtcInstant, formatStatus, formatUpdate } from './shown.ts'

const created_at = '2026-11-22T02:59:59.500Z'

it('shows an instant to the second, in the time zone of São Paulo', () => {
  expect(formatInstant(created_at)).toBe('21/11/2026 23:59:59')
  expect(formatInstant('2026-02-01T03:00:00Z')).toBe('01/02/2026 00:00:00')
})

it('shows an instant of plans in UTC', () => {
  expect(formatUtcInstant(created_at)).toBe('22/11/2026 02:59:59')
})

it('shows the date of an update only if there was one', () => {
  expect(formatUpdate({ created_at, updated_at: '2026-11-23T12:00:00Z' })).toBe(
    '23/11/2026 09:00:00',
  )
  expect(formatUpdate({ created_at, updated_at: created_at })).toBe('')
})

it('shows whether a record is active, from either field', () => {
  expect(formatStatus({ active: true })).toBe('Ativo')
  expect(formatStatus({ active: false })).toBe('Inativo')
  expect(formatStatus({ status: 1 })).toBe('Ativo')
  expect(formatStatus({ status: 0 })).toBe('Inativo')
})
