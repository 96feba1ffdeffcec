import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const exported = (query: object) => admin.call('serviceListExport', { query })

test('an export is a file for Excel in Brazil, not cached and without content sniffing', async () => {
  const name = '=HYPERLINK("a";"b")'
  const values = { name, description: 'Descrição encoberta.', active: false }
  await app.db.insertInto('services').values(values).execute()
  const { headers, text } = await exported({ search: 'hyperlink' })
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="servicos-\d{4}-\d\d-\d\d\.csv"$/,
  )
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const [head, line, ...rest] = text.split('\r\n')
  expect(head).toBe('Nome;Data de criação;Data de atualização;Status')
  expect(line).toMatch(/^"'=HYPERLINK\(""a"";""b""\)";\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d;;Inativo$/)
  expect(rest).toEqual([''])
})

test('it begins with a byte order mark', async () => {
  const { token, cookie } = admin.who
  const headers = { authorization: `Bearer ${token}`, cookie }
  const answer = await fetch(`${app.url}/api/export/plan`, { headers })
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 3)
      .toString('hex'),
  ).toBe('efbbbf')
})

test('paging parameters are refused', async () => {
  const { who } = admin
  const answer = await app.client.request('GET', '/api/export/service?take=10', who)
  expect(answer.failure.fields).toEqual({ take: 'Campo desconhecido.' })
})

test('the audit log records the list, its filters and the number of rows', async () => {
  await exported({ search: 'hyperlink', status: '0', sort: 'name', order: 'desc' })
  expect(await lastEvent(app.db)).toMatchObject({
    event: 'list.exported',
    operation: 'serviceListExport',
    target: 'list:serviceList',
    user_id: admin.person.id,
    after: { rows: 1, search: 'hyperlink', status: 0, sort: 'name', order: 'desc' },
  })
})

test('thousands of rows are complete and in order, beyond the rows of one statement', async () => {
  await sql`insert into services (name, description) select 'Lote ' || lpad(i::text, 5, '0'), 'x'
    from generate_series(1, 10500) i order by md5(i::text)`.execute(app.db)
  const { text } = await exported({ search: 'Lote', sort: 'name' })
  const names = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(';')[0])
  const expected = Array.from(
    { length: 10_500 },
    (_, i) => `Lote ${String(i + 1).padStart(5, '0')}`,
  )
  expect(names).toEqual(expected)
})

test('a user has one export at a time, and may start the next after the response was sent', async () => {
  const { first, second } = await app.db.transaction().execute(async (holding) => {
    await sql`lock table services in access exclusive mode`.execute(holding)
    const waiting = exported({})
    await waitingFor(app.db, '"services"')
    return { second: await exported({}), first: { waiting } }
  })
  expect([second.outcome, second.headers.get('retry-after')]).toEqual(['429 export-running', '5'])
  expect(second.failure.httpMessage).toBe(
    'Você já tem uma exportação em andamento. Aguarde que ela termine.',
  )
  expect((await first.waiting).status).toBe(200)
  expect((await exported({})).status).toBe(200)
})

test('after a closed connection, the user may export again', async () => {
  const hungUp = new AbortController()
  await app.db.transaction().execute(async (holding) => {
    await sql`lock table services in access exclusive mode`.execute(holding)
    const { token, cookie } = admin.who
    const waiting = fetch(`${app.url}/api/export/service`, {
      headers: { authorization: `Bearer ${token}`, cookie },
      signal: hungUp.signal,
    }).catch((error: unknown) => error)
    await waitingFor(app.db, '"services"')
    hungUp.abort()
    await waiting
  })
  await expect.poll(async () => (await exported({})).status).toBe(200)
})

describe('a list of more than 50,000 rows', () => {
  test('is refused with an explanation, and can be exported in parts', async () => {
    await sql`insert into services (name, description, active)
      select 'Muitos ' || i, 'x', i % 2 = 0 from generate_series(1, 50001) i`.execute(app.db)
    const { outcome, failure } = await exported({ search: 'muitos' })
    expect(outcome).toBe('422 export-too-large')
    expect(failure.httpMessage).toBe(
      'A lista tem mais de 50.000 linhas. Use a busca ou os filtros e exporte por partes.',
    )
    const { text } = await exported({ search: 'muitos', status: '1' })
    expect(text.split('\r\n')).toHaveLength(1 + 25_000 + 1)
  })
})

test('columns shown only to administrators are missing in the files of others', async () => {
  const holder = await holderOf(app, ['/profile-list'])
  const headOf = async (who: ConsoleClient) =>
    (await who.call('profileListExport', { query: {} })).text.split('\r\n')[0]
  expect(await headOf(admin)).toContain('Exibido Para')
  expect(await headOf(holder)).not.toContain('Exibido Para')
})
