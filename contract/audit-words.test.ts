import { expect, test } from 'vitest'
import type { AuditEvent } from './audit-log.ts'
import { changesOf, companyOf, delegatorOf, recordIdOf, recordOf } from './audit-words.ts'

const event: AuditEvent = {
  id: 1,
  happened_at: '2026-11-22T15:00:00.000Z',
  operation: 'serviceUpdate',
  event: 'service.updated',
  user: null,
  company: null,
  delegation: null,
  by_token: false,
  address: null,
  user_agent: null,
  confirmed_by: null,
  record: null,
  before: null,
  after: null,
  withheld: false,
  erased: [],
  has_parts: false,
  part_of: null,
  request_id: 'of-the-test',
}

test.each([
  [
    'what stayed of it, where how it was is erased',
    { erased: ['before'], after: { name: 'Voz', active: true } },
    [
      { label: 'Antes', from: '', to: 'apagado' },
      { label: 'Nome', from: '', to: 'Voz' },
      { label: 'Ativo', from: '', to: 'Sim' },
    ],
  ],
  [
    'what it was, where how it became is erased',
    { erased: ['after'], before: { name: 'Voz' } },
    [
      { label: 'Depois', from: '', to: 'apagado' },
      { label: 'Nome', from: 'Voz', to: '(vazio)' },
    ],
  ],
  [
    'that both are erased',
    { erased: ['before', 'after'] },
    [
      { label: 'Antes', from: '', to: 'apagado' },
      { label: 'Depois', from: '', to: 'apagado' },
    ],
  ],
  [
    'the difference alone, where nothing of it is erased',
    { erased: ['address'], before: { name: 'Voz' }, after: { name: 'Dados' } },
    [{ label: 'Nome', from: 'Voz', to: 'Dados' }],
  ],
])('the erased parts of a change come first: %s', (_, differing, changes) => {
  expect(changesOf({ ...event, ...differing }, {})).toEqual(changes)
})

test('a record is shown by its name, else by its number, a session by the beginning of its id', () => {
  const session = '0b1f8a1e-9c57-4d7e-8a55-3c1d2e4f5a6b'
  const record = (kind: string, id: string, name: string | null) => ({
    ...event,
    record: { kind, id, name },
  })
  const told = [
    record('service', '12', 'Voz'),
    record('service', '12', null),
    record('session', session, null),
    { ...record('session', session, null), user: { id: 5, name: 'Ana Lima' } },
    record('session', session, 'Ana Lima, 26/11/2026 10:31'),
    record('message', session, null),
    record('message', session, 'E-mail a Ana Lima'),
    record('data-request', '3', 'Ana Lima (Nome)'),
    event,
  ]
  expect(told.map(recordOf)).toEqual([
    'Serviço Voz',
    'Serviço nº 12',
    'Sessão 0b1f8a1e',
    'Sessão de Ana Lima',
    'Sessão de Ana Lima, 26/11/2026 10:31',
    'Mensagem',
    'E-mail a Ana Lima',
    'Pedido de correção de Ana Lima (Nome)',
    '',
  ])
  expect(told.map(recordIdOf)).toEqual([
    'Serviço nº 12',
    'Serviço nº 12',
    `Sessão ${session}`,
    `Sessão ${session}`,
    `Sessão ${session}`,
    `Mensagem ${session}`,
    `Mensagem ${session}`,
    'Pedido de correção nº 3',
    '',
  ])
})

test('a list is shown by its title, an audit event by its number without the value name', () => {
  const of = (kind: string, id: string) => recordOf({ ...event, record: { kind, id, name: null } })
  expect(of('list', 'networkLockList')).toBe('Lista: Redes')
  expect(of('list', 'auditList')).toBe('Lista: Auditoria')
  expect(of('audit-event', '12/before')).toBe('Evento nº 12')
  expect(of('email', '12@casa.example')).toBe('E-mail 12@casa.example')
  expect(of('network', '192.0.2.9')).toBe('Rede 192.0.2.9')
})

test('a company and a delegation without a name are shown by their numbers', () => {
  const nameless = { ...event, company: { id: 3, name: null }, delegation: { id: 4, by: null } }
  expect([companyOf(nameless), delegatorOf(nameless)]).toEqual(['Empresa nº 3', 'Delegação nº 4'])
})
