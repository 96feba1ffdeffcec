import { expect, test } from 'vitest'
import { trailDifference } from './trail-difference.ts'

test('what stayed is left out, and what a save counts by itself', () => {
  const before = {
    id: 3,
    name: 'Voz',
    description: 'A mesma.',
    version: 1,
    updated_at: '2026-01-01T00:00:00Z',
  }
  const after = { ...before, name: 'Dados', version: 2, updated_at: '2026-01-02T00:00:00Z' }
  expect(trailDifference(before, after)).toEqual([{ label: 'Nome', from: 'Voz', to: 'Dados' }])
})

test.each([
  [
    'a new record has all of its fields',
    null,
    { name: 'Voz', active: true },
    [
      { label: 'Nome', from: '', to: 'Voz' },
      { label: 'Ativo', from: '', to: 'Sim' },
    ],
  ],
  ['one that is gone too', { name: 'Voz' }, null, [{ label: 'Nome', from: 'Voz', to: '' }]],
  [
    'instants are those of São Paulo',
    null,
    { begin_at: '2026-11-22T15:00:00.000Z' },
    [{ label: 'begin_at', from: '', to: '22/11/2026 12:00:00' }],
  ],
  [
    'several values stand in a row',
    { spid: ['A'] },
    { spid: ['A', 'B'] },
    [{ label: 'SPID', from: 'A', to: 'A, B' }],
  ],
  [
    'a way of sending goes by its name',
    null,
    { channel: 'EMAIL_OTP' },
    [{ label: 'Canal', from: '', to: 'E-mail' }],
  ],
  [
    'rows name their fields',
    null,
    { user_profiles: [{ user_id: 1, profile_id: 2, spid: null }] },
    [{ label: 'Perfis do usuário', from: '', to: 'Usuário (nº) 1 · Perfil (nº) 2' }],
  ],
  [
    'what lies within is named by its way',
    null,
    { company: { name: 'Órbita' } },
    [{ label: 'company · Nome', from: '', to: 'Órbita' }],
  ],
  [
    'a value that is no record is shown as it is',
    'a',
    'b',
    [{ label: 'Valor', from: 'a', to: 'b' }],
  ],
  ['nothing changed', { a: 1 }, { a: 1 }, []],
  ['nothing was kept', null, undefined, []],
])('%s', (_, before, after, changes) => {
  expect(trailDifference(before, after)).toEqual(changes)
})
