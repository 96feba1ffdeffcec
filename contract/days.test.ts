import { describe, expect, test } from 'vitest'
import { dayOf, startOfDay } from './days.ts'
import { wireDay } from './wire-day.ts'

test('a day in São Paulo begins at 03:00 UTC', () => {
  expect(dayOf(new Date('2026-11-22T02:59:59.999Z'))).toBe('2026-11-21')
  expect(dayOf(new Date('2026-11-22T03:00:00Z'))).toBe('2026-11-22')
})

describe('a day on the wire', () => {
  const day = wireDay('Informe uma data.')

  test.each([
    ['2026-11-22', '2026-11-22'],
    ['2026-11-22T23:59:59.999Z', '2026-11-22'],
    ['2026-11-22T00:00:00Z', '2026-11-22'],
    ['2028-02-29', '2028-02-29'],
  ])('%s is read as its date part, whatever the time', (sent, read) => {
    expect(day.parse(sent)).toBe(read)
  })

  test.each(['', '2026-11-31', '2027-02-29', '22/11/2026', '2026-11-22T10:00:00-03:00', 7, null])(
    '%j is refused',
    (sent) => {
      const { error } = day.safeParse(sent)
      expect(error?.issues.map(({ message }) => message)).toEqual(['Informe uma data.'])
    },
  )
})

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

  test.each(['2026-02-30', '2026-13-01', '2026-00-10', 'amanhã', ''])(
    'is undefined for %j',
    (day) => {
      expect(startOfDay(day)).toBeUndefined()
    },
  )
})
