import { expect, test } from 'vitest'
import { periodInWords } from './period-in-words.ts'

test.each([
  ['2026-11-30T23:59:59.999Z', 'A delegação vale de 22/11/2026 até o fim de 30/11/2026.'],
  [null, 'A delegação vale a partir de 22/11/2026, sem data de fim.'],
  [undefined, 'A delegação vale a partir de 22/11/2026, sem data de fim.'],
])('until %s: %s', (end_date, expected) => {
  expect(periodInWords({ begin_date: '2026-11-22T23:59:59.999Z', end_date })).toBe(expected)
})
