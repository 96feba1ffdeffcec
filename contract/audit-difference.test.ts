import { expect, test } from 'vitest'
import { problems } from './problems.ts'
import { auditDifference } from './audit-difference.ts'

test('unchanged values and bookkeeping fields are left out', () => {
  const before = {
    id: 3,
    name: 'Voz',
    description: 'A mesma.',
    version: 1,
    updated_at: '2026-01-01T00:00:00Z',
  }
  const after = { ...before, name: 'Dados', version: 2, updated_at: '2026-01-02T00:00:00Z' }
  expect(auditDifference({ record: 'service:3', before, after }, {})).toEqual([
    { label: 'Nome', from: 'Voz', to: 'Dados' },
  ])
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
    [{ label: 'Data de início', from: '', to: '22/11/2026 12:00:00' }],
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
    'rows name their fields, the profile first',
    null,
    { user_profiles: [{ user_id: 1, company_id: 3, profile_id: 2, spid: null }] },
    [{ label: 'Perfis do usuário', from: '', to: 'Perfil nº 2 · Empresa nº 3 · Usuário nº 1' }],
  ],
  [
    'what lies within is named by its way',
    null,
    { totals: { rows: 3 }, company: { name: 'Órbita' } },
    [
      { label: 'Totais · Linhas', from: '', to: '3' },
      { label: 'Empresa · Nome', from: '', to: 'Órbita' },
    ],
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
  expect(auditDifference({ record: null, before, after }, {})).toEqual(changes)
})

const names = { 'company:2': 'Órbita Telecom', 'api-token:5': 'portaria_4aoK…' }
const told = (after: unknown, record: string | null = null) =>
  auditDifference({ record, before: null, after }, names).map(({ label, to }) => `${label}: ${to}`)

test.each([
  ['a record by its name', { company_id: 2 }, 'Empresa: Órbita Telecom'],
  ['several', { company_id: [2, 3] }, 'Empresa: Órbita Telecom, nº 3'],
  ['who is not seen, by the number', { user_id: 7 }, 'Usuário: nº 7'],
  ['a token by how it begins', { api_token_id: 5 }, 'Token: portaria_4aoK…'],
  ['what has no name, by the number', { delegation_id: 4 }, 'Delegação: nº 4'],
  ['administrators, who are no company', { accredit_id: 0 }, 'Empresa: Administradores'],
  ['a record that was filtered by', { record: 'company:2' }, 'Registro: Empresa Órbita Telecom'],
  [
    'what identity was confirmed for',
    { operations: ['DELETE /user/secret/4/12', 'GET /nowhere'] },
    'Operações: Revogação de token de acesso, Operação desconhecida',
  ],
  [
    'of two paths that fit, the one that has the word',
    { operations: ['DELETE /user/sessions', 'DELETE /user/sessions/0b1f8a1e'] },
    'Operações: Encerramento das outras sessões próprias, Encerramento de sessão própria',
  ],
  [
    'why somebody was refused',
    { refused: 'federated-user-unknown' },
    `Recusado: ${problems['federated-user-unknown'].message}`,
  ],
  ['the reason', { reason: 'no-such-user' }, 'Motivo: Não há conta com este e-mail'],
  [
    'a code of the protocol that has no words',
    { reason: 'odd_code' },
    'Motivo: O provedor respondeu com o código odd_code',
  ],
  ['a CNPJ with its mask', { document: '11222333000181' }, 'CNPJ: 11.222.333/0001-81'],
  ['a phone with its plus', { phone_number: '5541955550100' }, 'Telefone: +5541955550100'],
  ['a day', { since: '2026-11-22' }, 'Desde o dia: 22/11/2026'],
  ['a column', { sort: 'created_at' }, 'Ordenação: Data de criação'],
])('is shown in words: %s', (_, after, text) => {
  expect(told(after)).toEqual([text])
})

test('the labels of a status depend on the record kind', () => {
  const status = { status: 0 }
  expect(told(status, 'user:1')).toEqual(['Status: Excluído'])
  expect(told(status, 'module:1')).toEqual(['Status: Inativo'])
  expect(told({ status: '3' }, 'list:userSearch')).toEqual(['Status: Bloqueado'])
  expect(told({ id: '2' }, 'list:companyList')).toEqual(['Empresa: Órbita Telecom'])
})

test('a field, value or code without a label is shown as such', () => {
  expect(told({ colour: 'red', format: 'odd', refused: 'odd-code' })).toEqual([
    'Outro dado (colour): red',
    'Formato: Outro valor (odd)',
    'Recusado: Outro motivo (odd-code)',
  ])
})
