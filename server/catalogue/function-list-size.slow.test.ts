import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { statementsDuring, type Statement } from '../../test/testing/statements.ts'

/** Tests how many statements and table scans a long list takes. `npm run bench` measures durations. */
describe('GET /function with 100 and with 10,000 functions', () => {
  let app: TestApp
  let admin: ConsoleClient
  let operator: ConsoleClient
  let moduleIds: number[]

  beforeAll(async () => {
    app = await createTestApp()
    admin = await administratorOf(app)
    operator = await holderOf(app, ['/function-list'])
    moduleIds = []
    for (let i = 0; i < 10; i++) moduleIds.push((await app.build.module()).id)
    for (const moduleId of moduleIds)
      await app.build.plan({ companyId: operator.person.company.id, moduleId })
  })
  afterAll(() => app.close())

  async function fill(from: number, to: number): Promise<void> {
    await sql`insert into functions (module_id, name, url, code, accredited_enable, created_at)
      select (${moduleIds}::integer[])[1 + i % 10], 'Função ' || i, '/funcao/' || i, 'C' || i, true, now() - i * interval '1 minute'
      from generate_series(${from}::integer, ${to}::integer) i`.execute(app.db)
    await sql`vacuum analyze functions`.execute(app.db)
  }

  /** Returns the statements on functions that this work sends, without those of background jobs. */
  async function readsOf(work: () => Promise<unknown>): Promise<Statement[]> {
    const sent = await statementsDuring(work)
    return sent.filter(({ text }) => text.includes('"functions"'))
  }

  const queries = [
    {},
    { page: '7', take: '50', order: 'desc' },
    { sort: 'module' },
    { sort: 'created_at' },
    { search: 'funcao 9' },
    { search: 'módulo', sort: 'updated_at' },
    { search: 'ativo', status: '1' },
  ] as const
  // The third statement counts again, because the index on functions doesn't cover module names.
  const expected = [2, 2, 2, 2, 2, 3, 2]

  test('takes two statements for both sizes, and three if a module name matches, for an administrator and for a company', async () => {
    await fill(1, 100)
    const counts = async () => {
      const taken: number[] = []
      for (const who of [admin, operator]) {
        await who.call('functionList', { query: {} })
        for (const query of queries)
          taken.push((await readsOf(() => who.call('functionList', { query }))).length)
      }
      return taken
    }
    const few = await counts()
    await fill(101, 10_000)
    expect(await counts()).toEqual(few)
    expect(few).toEqual([...expected, ...expected])
    const { pagination } = (
      await operator.call('functionList', { query: { take: '50', search: '/FUNÇÃO/' } })
    ).data
    expect(pagination).toEqual({ totalRecords: 10_000, totalPage: 200, page: 1, take: 50 })
  })

  test.each(['name', 'module', 'url', 'created_at', 'updated_at', 'status'] as const)(
    'reads a page by %s from an index, not the table',
    async (sort) => {
      const statements = await readsOf(() => admin.call('functionList', { query: { sort } }))
      const ofFunctions = await scansOf(statements.find(({ text }) => text.includes('limit')))
      expect(ofFunctions.map((scan) => scan['Node Type'])).not.toContain('Seq Scan')
      expect(Math.max(...ofFunctions.map((scan) => Number(scan['Actual Rows'])))).toBeLessThan(2000)
    },
  )

  test.each(['99', '/funcao/1234', 'função 77'])(
    'counts few matches of "%s" by an index',
    async (search) => {
      const [count] = await readsOf(() => admin.call('functionList', { query: { search } }))
      // Ignores the subquery for many matches, which is not executed.
      const read = (await scansOf(count)).filter((scan) => scan['Actual Loops'] === 1)
      expect(read.map((scan) => scan['Node Type'])).toEqual(['Bitmap Heap Scan'])
      expect(Number(read[0]?.['Actual Rows'])).toBeLessThan(500)
    },
  )

  type Plan = Record<string, unknown>

  /** Returns the scans on functions from the query plan. */
  async function scansOf(statement: Statement | undefined): Promise<Plan[]> {
    const { rows } = await app.db.executeQuery<{ 'QUERY PLAN': [{ Plan: unknown }] }>({
      ...sql`select 1`.compile(app.db),
      sql: `explain (analyze, format json) ${statement?.text}`,
      parameters: statement?.values ?? [],
    })
    return nodesOf(rows[0]?.['QUERY PLAN'][0].Plan).filter(
      (node) => node['Relation Name'] === 'functions',
    )
  }

  function nodesOf(plan: unknown): Plan[] {
    const { Plans: below, ...node } = Object(plan) as Plan & { Plans?: unknown[] }
    return [node, ...(below ?? []).flatMap(nodesOf)]
  }
})
