import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { recordAudit } from '../audit/audit.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

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

/** Records eleven events about a user. */
async function changeOften(id: number): Promise<void> {
  const event = { operation: 'test', event: 'user.unlock', target: `user:${id}` }
  for (let times = 0; times < 11; times++)
    await recordAudit(app.db, { ...event, address: '203.0.113.5', requestId: 'of-the-test' })
}

describe('personal data', () => {
  test('is shown to the user, each section with purpose and retention', async () => {
    const { email } = me.person
    await app.trips.sendCode(await app.trips.begin(email), email)
    const { sections } = await read(me)
    for (const { title, why, kept_for } of sections)
      for (const words of [title, why, kept_for]) expect(words, title).toMatch(/\S/)
    const { rows } = await sectionOf(me, 'account')
    expect(rows).toMatchObject([{ email, standing: 'Ativo' }])
    expect((await sectionOf(me, 'profiles')).rows).toMatchObject([
      { company: me.person.company.name, module: 'Gestão de Acesso' },
    ])
    expect((await sectionOf(me, 'sessions')).total).toBe(1)
    const { rows: kept } = await sectionOf(me, 'security')
    expect(kept.map(({ what }) => what)).toContain('Senha')
    expect((await sectionOf(me, 'messages')).rows[0]).toMatchObject({ recipient: email })
  })

  test('is private, and contains neither secrets nor hashes', async () => {
    const text = JSON.stringify(await read(me))
    expect(text).not.toContain(admin.person.email)
    expect(text).not.toMatch(/argon2|\$v=|digest|sealed/)
  })

  test('shows changes with the company of the author, not the name, and the changed fields', async () => {
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

  test('shows ten rows per section, with the total', async () => {
    await changeOften(me.person.id)
    const { rows, total } = await sectionOf(me, 'changes')
    expect(rows).toHaveLength(10)
    expect(total).toBeGreaterThan(10)
  })
})

describe('the file', () => {
  test('has every row as JSON, with column keys', async () => {
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

  test('has one line per value as CSV, without formulas', async () => {
    await app.db.updateTable('users').set({ name: '=1+1' }).where('id', '=', me.person.id).execute()
    const answer = await me.call('myDataFile', { body: { format: 'csv' } })
    expect(answer.text).toContain('Cadastro;1;E-mail;' + me.person.email)
    expect(answer.text).toContain("Cadastro;1;Nome;'=1+1")
  })

  test('is refused without a confirmation', async () => {
    const answer = await me.callWith({}, 'myDataFile', { body: { format: 'json' } })
    expect(answer.outcome).toBe('403 identity-confirmation-required')
  })
})
