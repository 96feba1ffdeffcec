import { describe, expect, test } from 'vitest'
import { dayOf, startOfDay } from './day.ts'

describe('the first instant of a day in São Paulo', () => {
  test.each([
    ['an ordinary day', '2026-11-22', '2026-11-22T03:00:00.000Z'],
    ['a day of summer time', '2018-12-24', '2018-12-24T02:00:00.000Z'],
    ['the day on which clocks went forward at midnight', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['a day long after', '9999-12-31', '9999-12-31T03:00:00.000Z'],
  ])('of %s', (_, day, instant) => {
    const start = startOfDay(day)
    expect(start?.toISOString()).toBe(instant)
    expect(dayOf(new Date(Number(start)))).toBe(day)
    expect(dayOf(new Date(Number(start) - 1))).not.toBe(day)
  })

  test.each(['2026-02-30', '2026-13-01', '2026-00-10', 'amanhã', ''])('is none of %j', (day) => {
    expect(startOfDay(day)).toBeUndefined()
  })
})
