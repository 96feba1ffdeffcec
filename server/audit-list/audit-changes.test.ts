import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { recordOf } from '../../contract/audit-words.ts'
import { masterOf, personOf } from '../../test/testing/people.ts'
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

describe('a folded list', () => {
  const body = (name: string) => ({ name, description: 'Descrição.', active: true })
  const folded = async (query: object = {}) =>
    (
      await listed({ user_id: String(by.person.id), take: '50', confirmations: 'folded', ...query })
    ).rows.filter(({ event }) => /^(identity|service)[.]/.test(event))
  const operations = async (query?: object) =>
    (await folded(query)).map(({ operation }) => operation)
  let by: ConsoleClient
  beforeEach(async () => {
    by = await administratorOf(app)
  })

  test('has no row for the confirmation that a write used, and one for each that none used', async () => {
    const unused = await by.confirm('serviceCreate', { body: body('Nunca gravado') })
    expect(unused).not.toBe('')
    expect(await operations()).toEqual(['userLocalValidatePassword'])
    const created = await by.call('serviceCreate', { body: body('Gravado') })
    expect(await operations()).toEqual(['serviceCreate', 'userLocalValidatePassword'])
    // Two more confirmations, both for another request. The second one is used.
    const input = {
      params: { id: String(created.data.id) },
      body: { ...body('Gravado de novo'), version: created.data.version },
    }
    const [first, second] = [
      await by.confirm('serviceUpdate', input),
      await by.confirm('serviceUpdate', input),
    ]
    expect(first).not.toBe(second)
    await by.callWith({ code: second }, 'serviceUpdate', input)
    expect(await operations()).toEqual([
      'serviceUpdate',
      'userLocalValidatePassword',
      'serviceCreate',
      'userLocalValidatePassword',
    ])
  })

  test('shows an unused confirmation of one browser beside the same write of another browser', async () => {
    const created = await by.call('serviceCreate', { body: body('Dois navegadores') })
    const input = {
      params: { id: String(created.data.id) },
      body: { ...body('Dois navegadores 2'), version: created.data.version },
    }
    const elsewhere = await arriveInConsole(app, by.person)
    await elsewhere.confirm('serviceUpdate', input)
    await by.call('serviceUpdate', input)
    expect(await operations()).toEqual([
      'serviceUpdate',
      'userLocalValidatePassword',
      'serviceCreate',
    ])
  })

  test('shows a confirmation if the write that used it is not in the list', async () => {
    await by.call('serviceCreate', { body: body('Outra sessão') })
    const confirmation = { operation: 'userLocalValidatePassword' }
    expect(await operations(confirmation)).toEqual(['userLocalValidatePassword'])
    expect(await operations()).toEqual(['serviceCreate'])
    const { rows } = await listed({
      record: `user:${by.person.id}`,
      confirmations: 'folded',
      take: '50',
    })
    expect(rows.map(({ operation }) => operation)).toContain('userLocalValidatePassword')
    const file = await admin.call('auditExport', {
      query: { user_id: String(by.person.id), format: 'jsonl' },
    })
    expect(file.text).toContain('userLocalValidatePassword')
  })
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

test('sessions, messages and data requests are named by the user, for callers who see the user', async () => {
  const master = await masterOf(app)
  const companyId = master.person.company.id
  const own = await personOf(app, [companyId])
  const stranger = await personOf(app, [(await app.build.company()).id])
  for (const { id: userId, email } of [own, stranger]) {
    const session = await app.db
      .insertInto('sessions')
      .values({
        user_id: userId,
        method: 'password',
        browser_digest: randomBytes(32),
        address: '192.0.2.1',
        created_at: new Date('2026-11-26T13:31:00Z'),
        expires_at: new Date('2026-11-27T13:31:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const message = await app.db
      .insertInto('outbox')
      .values({ channel: 'email', recipient: email, subject: 'Aviso' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const request = await app.db
      .insertInto('data_requests')
      .values({
        user_id: userId,
        field: 'name',
        wanted: 'Outro nome',
        created_at: new Date(),
        due_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const target of [
      `session:${session.id}`,
      `message:${message.id}`,
      `data-request:${request.id}`,
    ])
      await writeEvent(app.db, { userId, companyId, target })
  }
  const shown = async (by: ConsoleClient, { id }: { id: number }) =>
    (await by.call('auditList', { query: { user_id: String(id) } })).data.rows.map(recordOf)
  const namesOf = (name: string) => [
    `Pedido de correção de ${name} (Nome)`,
    `E-mail a ${name}`,
    `Sessão de ${name}, 26/11/2026 10:31`,
  ]
  const nameOf = async ({ id }: { id: number }) =>
    (await app.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow())
      .name
  expect(await shown(master, own)).toEqual(namesOf(await nameOf(own)))
  expect(await shown(admin, stranger)).toEqual(namesOf(await nameOf(stranger)))
  const hidden = await nameOf(stranger)
  for (const text of await shown(master, stranger)) expect(text).not.toContain(hidden)
})

test('a message to no user shows neither the mailbox nor the whole number', async () => {
  for (const [channel, recipient] of [
    ['email', 'alguem@casa.example'],
    ['sms', '5571988887777'],
  ] as const) {
    const { id } = await app.db
      .insertInto('outbox')
      .values({ channel, recipient })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeEvent(app.db, { operation: 'messageRetry', target: `message:${id}` })
  }
  const { rows } = await listed({ operation: 'messageRetry' })
  expect(rows.map(recordOf)).toEqual(['SMS a …7777', 'E-mail a …@casa.example'])
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
