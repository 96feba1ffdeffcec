import { expect, test } from 'vitest'
import { fullStop, fullStopAfter } from './full-stop.ts'

test.each([
  ['Onde: Operadora Um', 'Onde: Operadora Um.'],
  ['Onde: Telecom S.A.', 'Onde: Telecom S.A.'],
  ['Olá, José Souza Jr.', 'Olá, José Souza Jr.'],
  ['Perde: Qual é?', 'Perde: Qual é?'],
  ['Perde: Já!', 'Perde: Já!'],
  ['Perde: Plano (1)', 'Perde: Plano (1).'],
])('%s ends with one full stop', (sentence, ended) => {
  expect(fullStop(sentence)).toBe(ended)
})

test.each([
  ['Roaming', '.'],
  ['Serra Azul Fibra Ltda.', ''],
])('after %s follows %j', (name, stop) => {
  expect(fullStopAfter(name)).toBe(stop)
})
