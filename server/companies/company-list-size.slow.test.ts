import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

/** Tests how many statements and table scans a long list takes. `npm run bench` measures durations. */
describe('GET /company with 100 and with 20,000 companies', () => {
  let app: TestApp
  let admin: ConsoleClient
  let reader: ConsoleClient

  beforeAll(async () => {
    app = await createTestApp()
    admin = await administratorOf(app)
    reader = await holderOf(app, ['/company-list'])
  })
  afterAll(() => app.close())

  async function fill(from: number, to: number): Promise<void> {
    await sql`with made as (
        insert into companies (name, email, document, active, created_at)
        select 'Operadora ' || i, 'contato' || i || '@operadora.example', (777700000000 + i) || '00', i % 9 <> 0,
          now() - i * interval '1 minute'
        from generate_series(${from}::integer, ${to}::integer) i returning id)
      insert into spids (company_id, spid) select id, 'S' || n from made, generate_series(1, 3) n where id % 500 = 0`.execute(
      app.db,
    )
    await sql`vacuum analyze companies`.execute(app.db)
  }

  const readsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
    (await statementsOf(work)).filter((text) => text.includes('"companies"'))

  const queries = [
    {},
    { page: '3', take: '50', order: 'desc' },
    { sort: 'email' },
    { sort: 'document' },
    { search: 'OPERADORA 9' },
    { search: '77.770', sort: 'created_at' },
    { search: 'inativo', status: '0' },
  ] as const

  test('takes two statements for both sizes, for an administrator and for a company', async () => {
    await fill(1, 100)
    const counts = async () => {
      const taken: number[] = []
      for (const who of [admin, reader])
        for (const query of queries)
          taken.push((await readsOf(() => who.call('companyList', { query }))).length)
      return taken
    }
    const few = await counts()
    for (let done = 100; done < 20_000; done += 1990) await fill(done + 1, done + 1990)
    const many = await counts()
    const ofAdmin = queries.length
    expect(few.slice(0, ofAdmin)).toEqual(queries.map(() => 2))
    expect(many).toEqual(few)
  })

  test.each(['name', 'email', 'document', 'created_at', 'status'] as const)(
    'reads a page by %s from an index, not the table',
    async (sort) => {
      const statements = await readsOf(() => admin.call('companyList', { query: { sort } }))
      const page = statements.find((text) => text.includes('limit')) ?? ''
      // Parameters of the statement: limit and offset.
      const { rows } = await app.db.executeQuery<{ 'QUERY PLAN': [{ Plan: unknown }] }>({
        ...sql`select 1`.compile(app.db),
        sql: `explain (analyze, format json) ${page}`,
        parameters: [10, 0],
      })
      const scans = scansOf(rows[0]?.['QUERY PLAN'][0].Plan)
      const ofCompanies = scans.filter((scan) => scan['Relation Name'] === 'companies')
      expect(ofCompanies.map((scan) => scan['Node Type'])).not.toContain('Seq Scan')
      expect(Math.max(...ofCompanies.map((scan) => Number(scan['Actual Rows'])))).toBeLessThan(50)
    },
  )

  type Plan = Record<string, unknown>

  function scansOf(plan: unknown): Plan[] {
    const { Plans: below, ...node } = Object(plan) as Plan & { Plans?: unknown[] }
    return [node, ...(below ?? []).flatMap(scansOf)]
  }
})
