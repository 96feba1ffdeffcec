import { describe, expect, test } from 'vitest'
import { dayOf, dayOnTheWire } from './days.ts'

test('a day is that of São Paulo: it begins at three in UTC', () => {
  expect(dayOf(new Date('2026-11-22T02:59:59.999Z'))).toBe('2026-11-21')
  expect(dayOf(new Date('2026-11-22T03:00:00Z'))).toBe('2026-11-22')
})

describe('on the wire', () => {
  const day = dayOnTheWire('Informe uma data.')

  test.each([
    ['2026-11-22', '2026-11-22'],
    ['2026-11-22T23:59:59.999Z', '2026-11-22'],
    ['2026-11-22T00:00:00Z', '2026-11-22'],
    ['2028-02-29', '2028-02-29'],
  ])('%s is the day that stands there, whatever the hour', (sent, read) => {
    expect(day.parse(sent)).toBe(read)
  })

  test.each(['', '2026-11-31', '2027-02-29', '22/11/2026', '2026-11-22T10:00:00-03:00', 7, null])(
    '%s is none',
    (sent) => {
      const { error } = day.safeParse(sent)
      expect(error?.issues.map(({ message }) => message)).toEqual(['Informe uma data.'])
    },
  )
})
