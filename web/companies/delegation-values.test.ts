import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordServerTime, today } from '../api/server-clock.ts'
import { alreadyDelegated, delegationSchema } from './delegation-values.ts'

// The local clock is a year behind.
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2025-11-22T15:00:00Z') })
  recordServerTime(new Headers({ date: 'Sun, 22 Nov 2026 15:00:00 GMT' }))
})
afterEach(() => vi.useRealTimers())

/** A delegation for 25 to 30 November, whole days in São Paulo time. */
const existing = {
  id: 1,
  user_id: 7,
  name: 'Ana',
  email: 'ana@casa.example',
  company_id: 2,
  company_name: 'Órbita',
  begin_date: '2026-11-25T03:00:00.000Z',
  end_date: '2026-12-01T02:59:59.999Z',
}

/** Returns the validation errors of a delegation for these days. */
function errorsOf(begin_date: string, end_date: string | null, delegation = existing, user_id = 7) {
  const body = { user_id, company_id: 2, begin_date, end_date, profiles: [8] }
  const checked = delegationSchema([delegation]).safeParse(body)
  return checked.success ? [] : checked.error.issues.map(({ message }) => message)
}

test('the same user cannot have two delegations on the same day', () => {
  expect(errorsOf('2026-11-23', '2026-11-24')).toEqual([])
  expect(errorsOf('2026-11-23', '2026-11-25')).toEqual([alreadyDelegated])
  expect(errorsOf('2026-11-30', null)).toEqual([alreadyDelegated])
  expect(errorsOf('2026-12-01', null)).toEqual([])
  expect(errorsOf('2026-11-23', null)).toEqual([alreadyDelegated])
  expect(errorsOf('2026-12-01', null, { ...existing, end_date: '2027-01-01T00:00:00Z' })).toEqual([
    alreadyDelegated,
  ])
})

test('another user can have one on the same days', () => {
  expect(errorsOf('2026-11-25', null, existing, 8)).toEqual([])
})

test("today and past days follow the server's clock", () => {
  expect(today()).toBe('2026-11-22')
  expect(errorsOf('2026-11-22', null, existing, 8)).toEqual([])
  expect(errorsOf('2026-11-21', null, existing, 8)).toHaveLength(1)
})
