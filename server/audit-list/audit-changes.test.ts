import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { writeEvent } from '../../test/testing/audit-scenario.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const listed = async (query: object) => (await admin.call('auditList', { query })).data

test('of a confirmed write, only the write is listed among changes, with its confirmation', async () => {
  const created = await admin.call('serviceCreate', {
    body: { name: 'Voz dobrada', description: 'Descrição.', active: true },
  })
  const { id, version } = created.data
  const body = { name: 'Voz dobrada 2', description: 'Descrição.', active: true, version }
  await admin.call('serviceUpdate', { params: { id: String(id) }, body })
  const filter = { user_id: String(admin.person.id) }
  const all = (await listed(filter)).rows.map(({ operation }) => operation)
  expect(all).toContain('userLocalValidatePassword')
  const changes = (await listed({ ...filter, only: 'changes' })).rows
  expect(changes.map(({ operation }) => operation)).toEqual(['serviceUpdate', 'serviceCreate'])
  expect(changes[0]?.confirmed_by).toBe('password')
})

test('changes have full pages and leave out sign-ins, sessions, confirmations and reads', async () => {
  const { userId } = { userId: (await app.build.user()).id }
  const changes: number[] = []
  const hidden = [
    'sign-in.completed',
    'federation.returned',
    'session.signed-out',
    'identity.confirmed-by-password',
    'list.exported',
    'module-secret.read',
    'my-data.downloaded',
  ]
  for (let n = 0; n < 7; n += 1) {
    changes.push(await writeEvent(app.db, { userId }))
    for (const event of hidden) await writeEvent(app.db, { userId, event })
  }
  const filter = { user_id: String(userId), only: 'changes', take: '5' }
  const first = await listed(filter)
  expect(first.rows.map(({ id }) => id)).toEqual(changes.toReversed().slice(0, 5))
  const second = await listed({ ...filter, before: first.older })
  expect(second.rows.map(({ id }) => id)).toEqual(changes.toReversed().slice(5))
  expect(second.older).toBeNull()
  const file = await admin.call('auditExport', {
    query: { user_id: String(userId), only: 'changes', format: 'jsonl' },
  })
  expect(file.headers.get('x-export-rows')).toBe('7')
})

test('an attempt at an e-mail without an account is not shown by its hash', async () => {
  const seq = await writeEvent(app.db, {
    operation: 'authLocal',
    event: 'sign-in.started',
    target: 'account:0a9df00000000000000000000000000b',
  })
  const file = await admin.call('auditExport', { query: { operation: 'authLocal', format: 'csv' } })
  const line = file.text.split('\r\n').find((each) => each.includes(String(seq)))
  expect(line).toContain('E-mail sem conta')
  expect(line).not.toContain('0a9df')
})

test('an import is named by its file', async () => {
  await writeEvent(app.db, {
    operation: 'importUpload',
    event: 'import.uploaded',
    target: 'import:8000001',
    after: { file_name: 'pessoas.csv' },
  })
  const { rows } = await listed({ record: 'import:8000001' })
  expect(rows[0]?.record).toEqual({ kind: 'import', id: '8000001', name: 'pessoas.csv' })
})
