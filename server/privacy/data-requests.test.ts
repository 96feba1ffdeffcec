import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { days } from '../shared/clock.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

let app: TestApp
let admin: ConsoleClient
let me: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  me = await arriveInConsole(app, await app.build.consoleUser())
})

const ownRequests = async (who: ConsoleClient) => (await who.call('myDataGet', {})).data.requests
const ask = (who: ConsoleClient, wanted = 'Ana Maria', field: 'name' | 'email' = 'name') =>
  who.call('dataRequestCreate', { body: { field, wanted } })

describe('a correction request', () => {
  test('is due after 15 days, and late from then on', async () => {
    const { id, due_at } = (await ask(me)).data
    expect(new Date(due_at).getTime()).toBe(app.clock.now().getTime() + days(15))
    const stateOf = async () =>
      (await admin.call('dataRequestGet', { params: { id: String(id) } })).data.state
    expect(await stateOf()).toBe('open')
    await app.db
      .updateTable('data_requests')
      .set({ due_at: app.clock.now() })
      .where('id', '=', id)
      .execute()
    expect(await stateOf()).toBe('late')
  })

  test('can be open once per field, also if two are sent concurrently', async () => {
    const outcomes = await Promise.all([ask(me), ask(me), ask(me, 'ana@nova.example', 'email')])
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '200',
      '409 data-request-open',
    ])
  })

  test('is answered once; the user is notified by mail and reads the answer', async () => {
    const { id } = (await ask(me)).data
    const answerIt = (accepted: boolean, answer: string) =>
      admin.call('dataRequestAnswer', { params: { id: String(id) }, body: { accepted, answer } })
    expect((await answerIt(false, 'Envie um documento.')).outcome).toBe('200')
    expect((await answerIt(true, 'Corrigido.')).outcome).toBe('409 data-request-answered')
    expect(await ownRequests(me)).toMatchObject([
      { id, accepted: false, answer: 'Envie um documento.' },
    ])
    const mails = await readMessages(app.outbox, { to: me.person.email })
    expect(mails.at(-1)?.text).toContain('Envie um documento.')
    // The value and the answer are not in the audit log. An erasure finds them in the request.
    const [event] = await app.db
      .selectFrom('audit_events')
      .select(['after', 'confirmed_by'])
      .where('event', '=', 'data-request.answered')
      .orderBy('seq', 'desc')
      .limit(1)
      .execute()
    expect(event).toEqual({ after: { field: 'name', accepted: false }, confirmed_by: 'password' })
  })

  test('cannot be answered twice concurrently', async () => {
    const { id } = (await ask(me)).data
    const body = { accepted: true, answer: 'Corrigido.' }
    const asked = { params: { id: String(id) }, body }
    const given = { accepted: false, answer: 'Envie um documento.' }
    const { late } = await app.db.transaction().execute(async (db) => {
      const by = { answered_by: admin.person.id, answered_at: app.clock.now() }
      await db
        .updateTable('data_requests')
        .set({ ...given, ...by })
        .where('id', '=', id)
        .execute()
      const call = admin.call('dataRequestAnswer', asked)
      await waitingFor(app.db, 'data_requests')
      return { late: call }
    })
    expect((await late).outcome).toBe('409 data-request-answered')
    expect(await ownRequests(me)).toMatchObject([{ id, ...given }])
  })

  test('of a deleted user is answered without a mail', async () => {
    const { id } = (await ask(me)).data
    await app.db
      .updateTable('users')
      .set({ active: false })
      .where('id', '=', me.person.id)
      .execute()
    const body = { accepted: false, answer: 'Conta excluída.' }
    const answer = await admin.call('dataRequestAnswer', { params: { id: String(id) }, body })
    expect(answer.outcome).toBe('200')
    const mails = await readMessages(app.outbox, { to: me.person.email })
    expect(mails.filter(({ text }) => text.includes(body.answer))).toEqual([])
  })

  test('can be repeated after it was answered', async () => {
    const { id } = (await ask(me)).data
    const body = { accepted: true, answer: 'Corrigido.' }
    await admin.call('dataRequestAnswer', { params: { id: String(id) }, body })
    expect((await ask(me)).outcome).toBe('200')
  })

  test('with an empty or too long value is refused at its field', async () => {
    const refused = await me.callWith({}, 'dataRequestCreate', {
      body: { field: 'name', wanted: ' ' },
    })
    expect(refused.failure.fields).toEqual({ wanted: 'Diga como o dado deve ficar.' })
    const long = await me.callWith({}, 'dataRequestCreate', {
      body: { field: 'name', wanted: 'a'.repeat(501) },
    })
    expect(long.failure.fields).toEqual({ wanted: 'Use no máximo 500 caracteres.' })
  })
})
