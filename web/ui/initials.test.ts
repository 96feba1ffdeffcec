import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Ana de Souza', 'AS'],
  ['BCD', 'B'],
  ['Vértice Comunicações Ltda.', 'VL'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
