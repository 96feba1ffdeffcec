import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { writeEvent } from '../../test/testing/audit-scenario.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

type Query = NonNullable<Parameters<typeof admin.call<'auditExport'>>[1]['query']>
const exported = (query: Query, who = admin) => who.call('auditExport', { query })
const event = z.object({ id: z.int(), before: z.unknown(), after: z.unknown() })
const eventsIn = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => event.parse(JSON.parse(line)))
/** Exports CSV and returns the line of one event, as an object by header. */
const lineOf = async (seq: number, query: Query, who = admin) =>
  z
    .array(z.record(z.string(), z.string()))
    .parse(parse((await exported(query, who)).text, { delimiter: ';', bom: true, columns: true }))
    .find(({ Evento }) => Evento === String(seq))

test('JSON Lines contain one event per line as in the list, newest first', async () => {
  const record = 'import:77'
  const after = { name: 'Uma\nlinha; "e" outra' }
  for (let n = 0; n < 3; n++) await writeEvent(app.db, { target: record, after })
  const { rows } = (await admin.call('auditList', { query: { record } })).data
  const { text, headers } = await exported({ record, format: 'jsonl' })
  expect(
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(rows)
  expect(headers.get('content-type')).toBe('application/jsonl')
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="auditoria-\d{4}-\d\d-\d\d\.jsonl"$/,
  )
  expect(headers.get('x-export-rows')).toBe('3')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('CSV contains the labels of the screen and the difference, and escapes formulas', async () => {
  const seq = await writeEvent(app.db, {
    operation: 'serviceUpdate',
    target: 'service:9876',
    userId: admin.person.id,
    before: { name: 'Voz', active: true, version: 1 },
    after: { name: '=1+1', active: false, version: 2 },
    confirmedBy: 'password',
  })
  const line = await lineOf(seq, { record: 'service:9876' })
  const cell = (header: string) => line?.[header]
  expect(cell('Quando')).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)
  expect(cell('Operação')).toBe('Atualização de serviço')
  expect(cell('Registro')).toBe('Serviço nº 9876')
  expect(cell('Nome do registro')).toBe("'=1+1")
  expect(cell('O que mudou')).toBe('Nome: Voz → =1+1\nAtivo: Sim → Não')
  expect(cell('Confirmação')).toBe('Senha')
  expect(cell('Evento')).toBe(String(seq))
  expect(cell('Parte do evento')).toBe('')
})

test('CSV marks erased values and names the API token with its holder', async () => {
  const seq = await writeEvent(app.db, {
    operation: 'authLocal',
    target: 'email:apagar@operadora.example',
    userId: admin.person.id,
    apiTokenId: 1,
    before: { name: 'Vai' },
    after: { name: 'Fica', email: '' },
  })
  for (const value of ['target', 'address', 'before'])
    await sql`select erase_audit_value(${seq}, ${value})`.execute(app.db)
  const { name } = await app.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', admin.person.id)
    .executeTakeFirstOrThrow()
  expect(await lineOf(seq, { operation: 'authLocal' })).toMatchObject({
    Quem: `${name} (por token)`,
    Registro: 'apagado',
    'Nome do registro': '',
    'O que mudou': 'Antes: apagado\nNome: Fica',
    Endereço: 'apagado',
  })
})

test('CSV marks events without a session, emptied fields, and users out of scope by number', async () => {
  const holder = await holderOf(app, ['/audit-list'])
  const record = 'import:6161'
  const companyId = holder.person.company.id
  const of = { target: record, companyId, before: { name: 'Vai' }, after: { name: '' } }
  const unsigned = await writeEvent(app.db, of)
  expect(await lineOf(unsigned, { record })).toMatchObject({
    Quem: 'Sem sessão',
    'O que mudou': 'Nome: Vai → (vazio)',
  })
  const strange = await writeEvent(app.db, { ...of, userId: admin.person.id })
  expect(await lineOf(strange, { record }, holder)).toMatchObject({
    Quem: `Usuário nº ${admin.person.id}`,
    'O que mudou': 'Fora do seu alcance',
  })
})

test('CSV contains the names of records, with the ids that other files use', async () => {
  const { id: userId, company } = admin.person
  const target = 'import:6262'
  const changed = { event: 'company.updated', target, after: { company_id: company.id } }
  const seq = await writeEvent(app.db, { userId, companyId: company.id, target, parts: [changed] })
  const [part] = eventsIn((await exported({ part_of: String(seq), format: 'jsonl' })).text)
  expect(await lineOf(part?.id ?? 0, { part_of: String(seq) })).toMatchObject({
    'O que mudou': `Empresa: ${company.name}`,
    'Parte do evento': String(seq),
    'Nº do usuário': String(userId),
    'Nº da empresa': String(company.id),
  })
})

test('the export is audited, and the file does not contain that event', async () => {
  const { text } = await exported({ user_id: String(admin.person.id), format: 'jsonl' })
  expect(await lastEvent(app.db)).toMatchObject({
    event: 'list.exported',
    operation: 'auditExport',
    target: 'list:auditList',
    user_id: admin.person.id,
    after: { rows: eventsIn(text).length, format: 'jsonl', user_id: admin.person.id },
  })
  expect(text).not.toContain('"rows":' + eventsIn(text).length)
})

test('thousands of events are exported completely and in order, beyond one page', async () => {
  await sql`insert into audit_entries (operation, event, target, request_id)
    select 'planUpdate', 'plan.updated', 'import:4242', '' from generate_series(1, 1234)`.execute(
    app.db,
  )
  const { text } = await exported({ record: 'import:4242', format: 'jsonl' })
  const ids = eventsIn(text).map(({ id }) => id)
  expect(ids).toHaveLength(1234)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
})

test('a user of a company exports only what they may read', async () => {
  const holder = await holderOf(app, ['/audit-list'])
  const record = 'import:5151'
  await writeEvent(app.db, {
    target: record,
    companyId: holder.person.company.id,
    userId: admin.person.id,
    after: { name: 'Oculto' },
  })
  await writeEvent(app.db, {
    target: record,
    companyId: admin.person.company.id,
    after: { name: 'Alheio' },
  })
  for (const format of ['csv', 'jsonl'] as const) {
    const { text } = await exported({ record, format }, holder)
    expect(text.trim().split('\n').length).toBe(format === 'csv' ? 2 : 1)
    expect(text).not.toMatch(/Oculto|Alheio|203\.0\.113/)
  }
})

test('a user can run one export at a time, and another one after a disconnect', async () => {
  const hungUp = new AbortController()
  const { token, cookie } = admin.who
  await app.db.transaction().execute(async (holding) => {
    await sql`lock table audit_entries in access exclusive mode`.execute(holding)
    const waiting = fetch(`${app.url}/api/export/audit`, {
      headers: { authorization: `Bearer ${token}`, cookie },
      signal: hungUp.signal,
    }).catch((error: unknown) => error)
    // Only the export sends this statement. The sealing waits for the table too.
    await waitingFor(app.db, 'pg_last_xact_replay_timestamp')
    expect((await exported({})).outcome).toBe('429 export-running')
    hungUp.abort()
    await waiting
  })
  await expect.poll(async () => (await exported({})).status).toBe(200)
})

test('reversed dates and an unknown format are refused before anything is read or written', async () => {
  const before = await lastEvent(app.db)
  const backwards = await exported({ since: '2026-11-22', until: '2026-11-21' })
  expect([backwards.outcome, Object.keys(backwards.failure.fields ?? {})]).toEqual([
    '400 invalid-input',
    ['until'],
  ])
  const other = await app.client.request('GET', '/api/export/audit?format=xlsx', admin.who)
  expect([other.outcome, Object.keys(other.failure.fields ?? {})]).toEqual([
    '400 invalid-input',
    ['format'],
  ])
  expect((await lastEvent(app.db)).seq).toBe(before.seq)
})
