import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { functions } from '../../contract/functions.ts'
import { allOf } from '../database/list-page.ts'
import { wordsOf } from '../database/row-search.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { listFunctions } from './function-queries.ts'

/** Number of random runs; more with `SEARCHES`. */
const numRuns = Number(process.env.SEARCHES ?? 300)

let database: BareDatabase
let lines: string[]
let moduleIds: number[]

beforeAll(async () => {
  database = await createBareDatabase()
  moduleIds = []
  for (const name of ['Área do Assinante', 'Módulo 99', 'Ångström_100%', '日本 \\ ﬁm']) {
    const { id } = await database.build.module()
    await database.db.updateTable('modules').set({ name }).where('id', '=', id).execute()
    moduleIds.push(id)
  }
  await sql`
    insert into functions (module_id, name, url, code, active, created_at)
    select (${moduleIds}::integer[])[1 + i % 4],
      (array['Relatório', 'Emissão ﬁscal', 'a_b 100%', '日本', 'Aa aab 5%', 'Contestação\\'])[1 + i % 6] || ' ' || i,
      '/rota/' || i % 37 || '/' || i, case when i % 3 = 0 then 'C' || i end, i % 5 <> 0,
      now() - i * interval '7 hours'
    from generate_series(1, 1200) i`.execute(database.db)
  await sql`vacuum analyze functions`.execute(database.db)
  const { rows } = await sql<{ line: string }>`
    select search_line as line from functions union select search_line from modules order by line`.execute(
    database.db,
  )
  lines = rows.map(({ line }) => line)
})
afterAll(() => database.close())

type Asked = Parameters<typeof listFunctions>[2]

/** Reference implementation: compares every word with every row and its module name. */
async function expectedPage({ search, module_id, sort, order, page, take }: Asked) {
  const words = wordsOf(search).map((word) => sql`search_pattern(${word})`)
  const condition = allOf(
    ...words.map(
      (pattern) =>
        sql<boolean>`(f.search_line like ${pattern} or split_part(m.search_line, chr(10), 1) like ${pattern})`,
    ),
    ...(module_id ? [sql<boolean>`f.module_id = ${module_id}`] : []),
  )
  const direction = sql.raw(order)
  const named = words.map((pattern) => sql`split_part(f.search_line, chr(10), 1) like ${pattern}`)
  const byName = [
    ...(named.length > 0 ? [sql`(${sql.join(named, sql` and `)}) desc`] : []),
    sql`lower(f.name) collate natural_order ${direction}`,
  ]
  const by = sort === undefined ? sql.join(byName) : sql`f.url ${direction}`
  const { rows } = await sql<{ id: number }>`
    select f.id from functions f join modules m on m.id = f.module_id
    where ${condition} order by ${by}, f.id ${direction}`.execute(database.db)
  return {
    total: rows.length,
    ids: rows.slice((page - 1) * take, page * take).map(({ id }) => id),
  }
}

/** Search text: a piece of stored text, unchanged or altered, or text without a match. */
const typed = fc
  .tuple(
    fc.nat(),
    fc.nat(),
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom('', '', '', '', 'q', 'É', 'ﬁ'),
  )
  .map(([row, from, length, more]) => {
    const line = lines[row % lines.length] ?? ''
    const at = from % line.length
    return (line.slice(at, at + length).split('\n')[0] ?? '') + more
  })

test('any search returns the same functions, order and count as a full scan', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record(
        {
          search: fc.oneof(
            typed,
            typed.map((one) => one.toUpperCase()),
            // Folding expands the ligature into two letters.
            fc.constantFrom('ﬁscal', 'ﬁm', '日本'),
            fc.tuple(typed, typed).map(([one, other]) => `${one} ${other}`),
          ),
          module_id: fc.nat(3).map((index) => String(moduleIds[index])),
          sort: fc.constant('url' as const),
          order: fc.constantFrom('asc' as const, 'desc' as const),
          page: fc.oneof(
            { weight: 4, arbitrary: fc.constant('1') },
            { weight: 1, arbitrary: fc.integer({ min: 2, max: 30 }).map(String) },
          ),
          take: fc.constantFrom('5' as const, '50' as const),
        },
        { requiredKeys: ['search'] },
      ),
      async (query) => {
        const asked = functions.functionList.query.parse(query)
        const found = await listFunctions(database.db, 'everything', asked)
        expect({
          total: found.pagination.totalRecords,
          ids: found.rows.map(({ id }) => id),
        }).toEqual(await expectedPage(asked))
      },
    ),
    // Searches with pattern characters that match no module name.
    { numRuns, examples: ['_b', '5%'].map((search) => [{ search }]) },
  )
}, 600_000)
