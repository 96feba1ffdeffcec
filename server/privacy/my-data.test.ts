import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administratorOf, arriveInConsole, type ConsoleClient } from '../testing/console-client.ts'
import { recordAudit } from '../audit/audit.ts'
import { lastEvent } from '../testing/last-event.ts'
import { readMessages } from '../testing/read-messages.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { waitingFor } from '../testing/waiting-for.ts'
import { days } from '../shared/clock.ts'

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

const read = async (who: ConsoleClient) => (await who.call('myDataGet', {})).data
const sectionOf = async (who: ConsoleClient, key: string) => {
  const section = (await read(who)).sections.find((one) => one.key === key)
  if (!section) throw new Error(`There is no section ${key}.`)
  const rows = section.rows.map((row) =>
    Object.fromEntries(section.columns.map((column, place) => [column.key, row[place]])),
  )
  return { ...section, rows }
}

/** Eleven events about somebody. */
async function changeOften(id: number): Promise<void> {
  const event = { operation: 'test', event: 'user.unlock', target: `user:${id}` }
  for (let times = 0; times < 11; times++)
    await recordAudit(app.db, { ...event, address: '203.0.113.5', requestId: 'of-the-test' })
}

const ask = (who: ConsoleClient, wanted = 'Ana Maria', field: 'name' | 'email' = 'name') =>
  who.call('dataRequestCreate', { body: { field, wanted } })

describe('what is kept of a person', () => {
  test('is told to that person, each part with what it is for and how long it stays', async () => {
    const { sections } = await read(me)
    for (const { title, why, kept_for } of sections)
      for (const words of [title, why, kept_for]) expect(words, title).toMatch(/\S/)
    const { rows } = await sectionOf(me, 'account')
    expect(rows).toMatchObject([{ email: me.person.email, standing: 'Ativo' }])
    expect((await sectionOf(me, 'profiles')).rows).toMatchObject([
      { company: me.person.company.name, module: 'Gestão de Acesso' },
    ])
    expect((await sectionOf(me, 'sessions')).total).toBe(1)
    const { rows: kept } = await sectionOf(me, 'security')
    expect(kept.map(({ what }) => what)).toContain('Senha')
    expect((await sectionOf(me, 'messages')).rows[0]).toMatchObject({ recipient: me.person.email })
  })

  test("is nobody else's, and holds neither secrets nor hashes", async () => {
    const text = JSON.stringify(await read(me))
    expect(text).not.toContain(admin.person.email)
    expect(text).not.toMatch(/argon2|\$v=|digest|sealed/)
  })

  test('tells who changed it by company and not by name, and what was changed', async () => {
    const { id } = me.person
    await admin.call('userUpdate', {
      body: { id, name: 'Outro Nome', phone_number: '5511999998888' },
    })
    const { name } = await app.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', admin.person.id)
      .executeTakeFirstOrThrow()
    const [newest] = (await sectionOf(me, 'changes')).rows
    expect(newest).toMatchObject({
      event: 'Conta alterada',
      changed: 'Nome, Telefone',
      by: `Alguém de ${admin.person.company.name}`,
    })
    expect(JSON.stringify(await read(me))).not.toContain(name)
  })

  test('is shown ten rows a part, with how many there are', async () => {
    await changeOften(me.person.id)
    const { rows, total } = await sectionOf(me, 'changes')
    expect(rows).toHaveLength(10)
    expect(total).toBeGreaterThan(10)
  })
})

describe('the file', () => {
  test('as JSON has every row, by names that programs know', async () => {
    await changeOften(me.person.id)
    const answer = await me.call('myDataFile', { body: { format: 'json' } })
    expect(answer.headers.get('content-disposition')).toMatch(/"meus-dados-[\d-]+\.json"/)
    const { sections } = JSON.parse(answer.text) as {
      sections: { key: string; total: number; rows: Record<string, unknown>[] }[]
    }
    for (const { key, rows, total } of sections) expect(rows, key).toHaveLength(total)
    const account = sections.find(({ key }) => key === 'account')
    expect(account?.rows).toMatchObject([{ email: me.person.email, id: me.person.id }])
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'my-data.downloaded',
      target: `user:${me.person.id}`,
      after: { format: 'json' },
      confirmed_by: 'password',
    })
  })

  test('as CSV has a line for each value, and no formula', async () => {
    await app.db.updateTable('users').set({ name: '=1+1' }).where('id', '=', me.person.id).execute()
    const answer = await me.call('myDataFile', { body: { format: 'csv' } })
    expect(answer.text).toContain('Cadastro;1;E-mail;' + me.person.email)
    expect(answer.text).toContain("Cadastro;1;Nome;'=1+1")
  })

  test('is refused to whoever only has the session', async () => {
    const answer = await me.callWith({}, 'myDataFile', { body: { format: 'json' } })
    expect(answer.outcome).toBe('403 identity-confirmation-required')
  })
})

describe('a request for correction', () => {
  test('has a term of 15 days, and is late after it', async () => {
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

  test('is one at a time of each field, also when two are sent at once', async () => {
    const outcomes = await Promise.all([ask(me), ask(me), ask(me, 'ana@nova.example', 'email')])
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '200',
      '409 data-request-open',
    ])
  })

  test('is answered once; the person is told by mail, and reads the answer', async () => {
    const { id } = (await ask(me)).data
    const answerIt = (accepted: boolean, answer: string) =>
      admin.call('dataRequestAnswer', { params: { id: String(id) }, body: { accepted, answer } })
    expect((await answerIt(false, 'Envie um documento.')).outcome).toBe('200')
    expect((await answerIt(true, 'Corrigido.')).outcome).toBe('409 data-request-answered')
    expect((await read(me)).requests).toMatchObject([
      { id, accepted: false, answer: 'Envie um documento.' },
    ])
    const mails = await readMessages(app.outbox, { to: me.person.email })
    expect(mails.at(-1)?.text).toContain('Envie um documento.')
    // What the person wrote and was told is where an erasure finds it, and not in the trail.
    expect((await lastEvent(app.db)).after).toEqual({ field: 'name', accepted: false })
  })

  test('is not answered over the answer that somebody else gives at this moment', async () => {
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
    expect((await read(me)).requests).toMatchObject([{ id, ...given }])
  })

  test('of somebody who was deleted meanwhile is answered, and mailed to nobody', async () => {
    const { id } = (await ask(me)).data
    await app.db.updateTable('users').set({ status: 0 }).where('id', '=', me.person.id).execute()
    const body = { accepted: false, answer: 'Conta excluída.' }
    const answer = await admin.call('dataRequestAnswer', { params: { id: String(id) }, body })
    expect(answer.outcome).toBe('200')
    const mails = await readMessages(app.outbox, { to: me.person.email })
    expect(mails.filter(({ text }) => text.includes(body.answer))).toEqual([])
  })

  test('is asked anew once it was answered', async () => {
    const { id } = (await ask(me)).data
    const body = { accepted: true, answer: 'Corrigido.' }
    await admin.call('dataRequestAnswer', { params: { id: String(id) }, body })
    expect((await ask(me)).outcome).toBe('200')
  })

  test('of nothing or of too much is refused at its field', async () => {
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
