import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserOptions } from '../../test/testing/builders.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import { waitAndVerify } from '../../test/testing/verified-audit-log.ts'
import { accountKey } from '../rate-limits/attempt-keys.ts'
import { days } from '../shared/clock.ts'

/** Values that must not be in the database after the erasure. */
const personal = {
  name: 'Ana Clara Sobrenome-Raro',
  formerName: 'Aninha Sobrenome-Raro',
  email: 'ana.rara@pessoal.example',
  phone: '5511987651234',
  formerPhone: '5521912345678',
  code: 'CODIGORARO7',
  address: '198.51.100.77',
  browser: 'NavegadorRaro/1.0',
  wanted: 'Meu nome é com dois enes',
  subject: 'sujeito-raro-no-provedor',
  network: '198.51.100.78',
}

const begunEmail = 'ana.rara@pessoal.ex'

let app: TestApp
let person: { id: number; email: string }
/** Id under which modules know the user. */
let publicId: string
/** Another user with the same name, who is not erased. */
let homonym: { id: number; email: string }
let admin: ConsoleClient

const params = () => ({ id: String(person.id) })

async function publicIdOf(id: number): Promise<string> {
  const of = app.db.selectFrom('users').select('public_id').where('id', '=', id)
  return (await of.executeTakeFirstOrThrow()).public_id
}

/** Returns every row of every table as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(app.db)
  const lines = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{
        row: string
      }>`select t::text as row from ${sql.table(name)} t`.execute(app.db)
      return rows.map(({ row }) => `${name}: ${row}`)
    }),
  )
  return lines.flat().join('\n')
}

const found = (dumped: string, values: readonly string[]) =>
  dumped
    .split('\n')
    .filter((line) => values.some((value) => line.toLowerCase().includes(value.toLowerCase())))

/** Removes the delivery state of mails, which changes in the background, and sorts the lines. */
const atRest = (lines: readonly string[]) =>
  lines
    .map((line) => (line.startsWith('outbox: ') ? line.split(',').slice(0, 4).join() : line))
    // An update changes the order of rows.
    .toSorted()

/** Creates data in every place where the product stores personal data, with endpoints where possible. */
async function createTraces(): Promise<void> {
  const { id, email } = person
  await app.client.call('authLocal', {
    headers: basic(email, 'Errada-Senha-2026!'),
    address: personal.network,
  })
  await app.client.call('userRecoveryAccount', {
    body: { email, question: 1, response: 'x' },
    address: personal.network,
  })
  await app.trips.signIn(email)
  await app.db
    .updateTable('sessions')
    .set({ address: personal.address, user_agent: personal.browser })
    .where('user_id', '=', id)
    .execute()
  await app.db
    .insertInto('data_requests')
    .values({
      user_id: id,
      field: 'name',
      wanted: personal.wanted,
      created_at: app.clock.now(),
      due_at: app.clock.now(),
    })
    .execute()
  await app.db
    .insertInto('rate_limits')
    .values({
      key: `failures:password:${accountKey(email)}:at:${personal.network}`,
      points: 3,
      // Real counters expire within hours. This one expires after the erasure.
      expire: app.clock.now().getTime() + days(400),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  await app.db
    .insertInto('federated_identities')
    .values({ issuer: 'https://idp.example', subject: personal.subject, user_id: id })
    .execute()
  const { id: company_id } = await app.build.company()
  await app.db.insertInto('user_companies').values({ user_id: id, company_id }).execute()
  await app.build.apiToken({ userId: id, companyId: company_id })
  const file = await app.db
    .insertInto('imports')
    .values({
      user_id: admin.person.id,
      kind: 'users',
      file_name: 'pessoas.csv',
      sha256: '0'.repeat(64),
      preview_sha256: '0'.repeat(64),
      created_at: app.clock.now(),
      expires_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const values = JSON.stringify({ name: personal.name, email })
  await app.db
    .insertInto('import_rows')
    .values({
      import_id: file.id,
      line: 2,
      cells: values,
      outcome: 'create',
      label: personal.name,
      refusals: '[]',
      changes: '[]',
    })
    .execute()
}

/** Uploads files of another user: some name the person in their file names, one only has a similar name. */
async function nameFilesAfterPerson(): Promise<void> {
  const desk = new ImportDesk(admin, 'companies')
  const ofKind = { kind: desk.kind }
  const content = new TextEncoder().encode(
    'CNPJ;Nome;E-mail\n11222333000181;Operadora;contato@operadora.example\n',
  )
  for (const name of [
    `${person.email}.csv`,
    `planilha de ${person.email}-2026.csv`,
    `${personal.name} ${personal.phone}.csv`,
  ])
    expect(
      (
        await admin.call('importUpload', {
          params: ofKind,
          query: { name },
          body: { content, type: 'text/csv' },
        })
      ).outcome,
    ).toBe('200')
  const file = { kind: 'companies', sha256: '0'.repeat(64), preview_sha256: '0'.repeat(64) }
  const when = { created_at: app.clock.now(), expires_at: app.clock.now(), state: 'done' }
  await app.db
    .insertInto('imports')
    .values(
      [`${person.email}.xlsx`, `${personal.phone}.csv`, `de ${personal.name}.csv`, otherFile].map(
        (file_name) => ({ user_id: admin.person.id, ...file, ...when, file_name }),
      ),
    )
    .execute()
}
/** This file is named after another user, whose e-mail has the same end as the person's e-mail. */
const otherFile = 'maria-ana.rara@pessoal.example.csv'

/** Lets other users change the person, and the other user with the same name. */
async function changePersonByOthers(): Promise<void> {
  const update = (id: number, name: string, phone_number: string, code: string | null) =>
    admin.call('userUpdate', { body: { id, name, phone_number, code } })
  await update(person.id, personal.formerName, personal.formerPhone, personal.code)
  await update(person.id, personal.name, personal.phone, personal.code)
  await update(homonym.id, personal.name, '5511900000000', null)
  await admin.call('userExport', { query: { name: personal.name, email: person.email } })
  // Searches for the beginning of an e-mail, as a user who is typing does.
  await admin.call('userExport', { query: { email: begunEmail } })
  await admin.call('erasureListExport', { query: { search: `a ${begunEmail}` } })
  await admin.call('companyListExport', { query: { search: person.email.toUpperCase() } })
  await admin.call('userBlock', { body: { email: person.email, block: true } })
  await admin.call('userBlock', { body: { email: person.email, block: false } })
}

const of = (id: number) => `user:${id}`
const eventsOf = async (target: string) => {
  const rows = await app.db
    .selectFrom('audit_events')
    .select(['event', 'before', 'after'])
    .where('target', '=', target)
    .orderBy('seq')
    .execute()
  return rows.map(({ event, before, after }) => ({
    event,
    known: before !== null || after !== null,
  }))
}

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  person = await app.build.user({ email: personal.email, phone: personal.phone })
  publicId = await publicIdOf(person.id)
  homonym = await app.build.user({ email: 'outra.ana@pessoal.example' })
  await createTraces()
  await nameFilesAfterPerson()
  await changePersonByOthers()
})
afterAll(() => app.close())

describe('an erasure', () => {
  test('is refused for a user who is not deleted', async () => {
    expect((await admin.call('erasureCreate', { params: params() })).outcome).toBe(
      '409 user-not-deleted',
    )
  })

  test('is refused before the term ends, and changes nothing', async () => {
    await admin.call('userDelete', { body: { email: person.email } })
    app.clock.advance(days(183))
    admin = await administratorOf(app)
    const before = atRest(found(await dump(), Object.values(personal)))
    expect((await admin.call('erasureCreate', { params: params() })).outcome).toBe(
      '409 erasure-too-early',
    )
    const list = await admin.call('erasureList', { query: {} })
    expect(list.data.rows).toMatchObject([{ id: person.id, due: false }])
    expect(atRest(found(await dump(), Object.values(personal)))).toEqual(before)
  })

  test('is previewed in counts, without changes', async () => {
    app.clock.advance(days(2))
    // Housekeeping would delete this counter: it belongs to a network, not to a user.
    const expired = app.db.deleteFrom('rate_limits').where('key', 'like', '%:network:%')
    await expired.execute()
    admin = await administratorOf(app)
    const { data } = await admin.call('erasureGet', { params: params() })
    expect(data).toMatchObject({ due: true, email: person.email })
    const counts = Object.fromEntries(data.erased.map(({ what, count }) => [what, count]))
    expect(counts).toMatchObject({
      'Sessões, com endereços e navegadores': 1,
      'Vínculos com empresas': 1,
      'Pedidos de correção': 1,
      'Linhas de arquivos importados': 1,
    })
    expect(counts['Valores na trilha de auditoria']).toBeGreaterThan(8)
    const dumped = await dump()
    // Each value must be found before the erasure. Otherwise, not finding it afterwards would prove nothing.
    for (const [what, value] of Object.entries(personal))
      expect(found(dumped, [value]), what).not.toEqual([])
  })

  test('leaves no personal value in any table, and an audit log that verifies', async () => {
    const kept = await eventsOf(of(homonym.id))
    expect((await admin.call('erasureCreate', { params: params() })).outcome).toBe('200')
    const dumped = found(await dump(), [
      ...Object.values(personal),
      publicId,
      ` ${begunEmail}`,
      `"${begunEmail}`,
    ])
    // The other user keeps the name, in the account and in the audit log. The file named after another e-mail keeps its
    // name.
    const others = [homonym.email, otherFile]
    expect(dumped.filter((line) => !others.some((other) => line.includes(other)))).toEqual([])
    expect(found(await dump(), [otherFile])).toHaveLength(1)
    expect(found(await dump(), ['nome apagado'])).toHaveLength(4)
    expect(await eventsOf(of(homonym.id))).toEqual(kept)
    await waitAndVerify(app.db)
  })

  test('keeps user ids in the audit log, and records who erased', async () => {
    const user = await app.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(user).toMatchObject({
      name: 'Pessoa removida',
      phone_number: null,
      code: null,
      company_id: null,
      active: false,
    })
    expect(user.email).toMatch(/^apagado-\d+-[0-9a-f]{8}@removido\.invalid$/)
    const events = await eventsOf(of(person.id))
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['user.updated', 'user.block-changed', 'user.deleted', 'user.erased']),
    )
    expect(events.filter(({ known }) => known).map(({ event }) => event)).toEqual(['user.erased'])
    const { by } = await app.db
      .selectFrom('audit_entries')
      .select('user_id as by')
      .where('event', '=', 'user.erased')
      .executeTakeFirstOrThrow()
    expect(by).toBe(admin.person.id)
  })

  test('is done once, and an erased user cannot be activated', async () => {
    expect((await admin.call('erasureCreate', { params: params() })).outcome).toBe(
      '409 user-erased',
    )
    expect((await admin.call('erasureGet', { params: params() })).outcome).toBe('409 user-erased')
    const activated = await admin.call('userActivate', { body: { id: person.id } })
    expect(activated.outcome).toBe('409 user-erased')
    const activate = app.db.updateTable('users').set({ active: true }).where('id', '=', person.id)
    await expect(activate.execute()).rejects.toMatchObject({
      constraint: 'users_erased_stays_deleted',
    })
    expect((await admin.call('erasureList', { query: {} })).data.rows).toEqual([])
  })
})

describe('deleted users', () => {
  const deletedFor = async (milliseconds: number, options: UserOptions = {}) => {
    const { id } = await app.build.user(options)
    const deleted_at = new Date(app.clock.now().getTime() - milliseconds)
    await app.db
      .updateTable('users')
      .set({ active: false, deleted_at })
      .where('id', '=', id)
      .execute()
    return { id: String(id) }
  }

  test('are due after exactly 184 days', async () => {
    const isDue = async (milliseconds: number) => {
      const answer = await admin.call('erasureGet', { params: await deletedFor(milliseconds) })
      return answer.data.due
    }
    expect([await isDue(days(184) - 1), await isDue(days(184))]).toEqual([false, true])
  })

  test('are due after the term since their last deletion, not since one that was undone', async () => {
    const again = await deletedFor(days(400))
    const deletedAt = async () =>
      new Date((await admin.call('erasureGet', { params: again })).data.deleted_at).getTime()
    const first = await deletedAt()
    for (const active of [true, false])
      await app.db.updateTable('users').set({ active }).where('id', '=', Number(again.id)).execute()
    expect(await deletedAt()).toBeGreaterThan(first + days(1))
  })

  test('are erased without the messages to a telephone shared with another user', async () => {
    const [shared, alone] = ['5531977770001', '5531977770002']
    await app.build.user({ phone: shared })
    const sent = { channel: 'sms', sent_at: app.clock.now() }
    await app.db
      .insertInto('outbox')
      .values([shared, alone].map((recipient) => ({ ...sent, recipient })))
      .execute()
    for (const phone of [shared, alone]) {
      const answer = await admin.call('erasureCreate', {
        params: await deletedFor(days(200), { phone }),
      })
      expect(answer.outcome).toBe('200')
    }
    const kept = app.db.selectFrom('outbox').select('recipient')
    expect(await kept.where('recipient', 'in', [shared, alone]).execute()).toEqual([
      { recipient: shared },
    ])
  })
})
