import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

// São Paulo is three hours behind UTC.
test.each([
  ['2026-11-26T07:59:59Z', 'Boa noite, Júlia.'],
  ['2026-11-26T08:00:00Z', 'Bom dia, Júlia.'],
  ['2026-11-26T14:59:59Z', 'Bom dia, Júlia.'],
  ['2026-11-26T15:00:00Z', 'Boa tarde, Júlia.'],
  ['2026-11-26T20:59:59Z', 'Boa tarde, Júlia.'],
  ['2026-11-26T21:00:00Z', 'Boa noite, Júlia.'],
  ['2026-11-27T03:00:00Z', 'Boa noite, Júlia.'],
])('at %s the greeting is %s', (now, greeting) => {
  expect(greetingAt(new Date(now), 'Júlia Prado')).toBe(greeting)
})

test('a name that ends with a full stop gets no second one', () => {
  expect(greetingAt(new Date('2026-11-26T12:00:00Z'), 'J.')).toBe('Bom dia, J.')
})
