import { expect, test } from 'vitest'
import { type HomeAnswer, needsOf } from './needs-of.ts'

/** Of somebody who may act on nothing and whom nothing concerns. */
const nothing: HomeAnswer = {
  own: { password_ends_at: null, delegation: null },
  delegations: null,
  tokens: null,
  without_access: null,
  invitations: null,
  seats: null,
  networks: null,
  messages: null,
  secrets: null,
  sign_ins: null,
  changes: [],
}
const ends_at = '2026-11-25T12:00:00.000Z'
const company = { id: 2, name: 'Órbita' }
const place = (id: number, used: number, limit: number) => ({
  company,
  module: { id, name: `Módulo ${id}` },
  limit,
  used,
  free: Math.max(0, limit - used),
  over: Math.max(0, used - limit),
})

test('nothing needs whoever may act on nothing, nor whoever finds none of it', () => {
  const none = { count: 0, more: false }
  expect(needsOf(nothing)).toEqual([])
  expect(needsOf({ ...nothing, networks: none, messages: none, without_access: none })).toEqual([])
})

test('what concerns oneself comes first, then seats, what ends, people, and the operation', () => {
  const one = { count: 1, more: false }
  const needs = needsOf({
    ...nothing,
    networks: one,
    without_access: one,
    tokens: { ...one, rows: [{ id: 9, user: { id: 7, name: 'Ana' }, ends_at }] },
    seats: { nearly_full: 1, places: [place(1, 9, 10)] },
    own: { password_ends_at: ends_at, delegation: { company, ends_at } },
  })
  expect(needs.map(({ key }) => key)).toEqual([
    'password',
    'delegation',
    'seats',
    'tokens',
    'without_access',
    'networks',
  ])
  expect(needs.slice(0, 2).map(({ text }) => text)).toEqual([
    'Sua senha expira em 25/11/2026',
    'Sua delegação de usuário master em Órbita termina em 25/11/2026',
  ])
})

test('of places only those are named that are nearly full, and full ones', () => {
  const places = [place(1, 12, 10), place(2, 9, 10), place(3, 8, 10), place(4, 0, 0)]
  const [seats] = needsOf({ ...nothing, seats: { nearly_full: 2, places } })
  expect(seats?.named.map(({ name, note }) => [name, note])).toEqual([
    ['Módulo 1 em Órbita', '12 de 10'],
    ['Módulo 2 em Órbita', '9 de 10'],
  ])
  expect(seats).toMatchObject({ others: false })
})

test('says that there are more than are named, and past what is counted', () => {
  const rows = [{ id: 9, user: { id: 7, name: 'Ana' }, ends_at }]
  const [several] = needsOf({ ...nothing, tokens: { count: 4, more: false, rows } })
  expect(several).toMatchObject({ text: '4 tokens expiram em até 7 dias', others: true })
  const [many] = needsOf({ ...nothing, messages: { count: 1000, more: true } })
  expect(many).toMatchObject({
    text: 'Mais de 1.000 mensagens não chegam ao destino',
    others: true,
  })
})
