import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userSearchQuery, userSorts } from '../../contract/user-search.ts'
import { allOf } from '../database/list-page.ts'
import { searchKey } from '../../contract/text-folding.ts'
import { wordsOf } from '../database/row-search.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { searchUsers, sorts } from './user-search-queries.ts'

const everyPerson = {
  people: 'everything',
  invited: 'everything',
  recovering: sql<boolean>`false`,
} as const

/** Number of random runs; more with `SEARCHES`. */
const numRuns = Number(process.env.SEARCHES ?? 300)

let app: TestApp
let lines: string[]
/** All users, sorted by name. */
let sorted: { id: number; search_line: string }[]

beforeAll(async () => {
  app = await createTestApp()
  const words = [
    'Maria',
    'José',
    'da Silva',
    'Conceição',
    'Ångström',
    'Øzil',
    "D'Ávila",
    'Łukasz',
    '100%',
    'a_b',
    '\\',
  ]
  await sql`
    with word as (select array_agg(w order by n) as all from unnest(${words}::text[]) with ordinality as word (w, n))
    insert into users (name, email, phone_number, suspended, last_access_at, created_at)
    select word.all[1 + i % 11] || ' ' || word.all[1 + i / 11 % 11] || case when i % 5 = 0 then ' ' || i else '' end,
      case when i % 3 = 0 then 'pessoa.' else 'a_b%c' end || i || '@operadora' || i % 7 || '.example',
      case when i % 2 = 0 then '5511' || lpad((i::bigint * 7919 % 1000000000)::text, 9, '0') end, i % 4 = 0,
      case when i % 3 > 0 then now() - i % 50 * interval '1 day' end, now() - i % 60 * interval '1 day'
    from generate_series(1, 2600) i cross join word`.execute(app.db)
  await sql`vacuum analyze users`.execute(app.db)
  const { rows } = await sql<{ search_line: string }>`
    select search_line from users order by id`.execute(app.db)
  lines = rows.map(({ search_line }) => search_line)
  const byName = await sql<{ id: number; search_line: string }>`
    select id, search_line from users order by search_line collate natural_order, id`.execute(
    app.db,
  )
  sorted = byName.rows
})
afterAll(() => app.close())

const parts = { name: 1, email: 2, phone_number: 3 } as const

/** Reference implementation: compares every word with every row. */
async function expectedPage({
  filters,
  sort,
  order,
  pagination: { page, take },
}: ReturnType<typeof userSearchQuery.parse>) {
  const { status, search, ...inParts } = filters
  const line = (word: string) => sql<boolean>`search_line like search_pattern(${word})`
  const wanted = allOf(
    ...wordsOf(search).map(line),
    ...(['name', 'email', 'phone_number'] as const).flatMap((part) =>
      wordsOf(inParts[part]).map(
        (word) =>
          sql<boolean>`split_part(search_line, chr(10), ${sql.lit(parts[part])}) like search_pattern(${word})`,
      ),
    ),
    ...(status ? [sql<boolean>`display_status = ${status}`] : []),
  )
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const nulls = order === 'asc' ? sql`nulls first` : sql`nulls last`
  const { rows } = await sql<{ id: number }>`
    select id from users where ${wanted} order by ${sorts[sort]} ${direction} ${nulls}, id ${direction}`.execute(
    app.db,
  )
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
    fc.integer({ min: 1, max: 24 }),
    fc.constantFrom('', '', '', '', 'q', 'É'),
  )
  .map(([row, from, length, more]) => {
    const line = lines[row % lines.length] ?? ''
    const at = from % line.length
    return (line.slice(at, at + length).split('\n')[0] ?? '') + more
  })
const text = fc.oneof(
  typed,
  typed.map((one) => one.toUpperCase()),
  fc.tuple(typed, typed).map(([one, other]) => `${one} ${other}`),
)

test('any search returns the same users, order and count as a full scan', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        filters: fc.record(
          {
            name: text,
            email: text,
            search: text,
            phone_number: typed.map((one) => one.replaceAll(/\D/g, '')),
            status: fc.constantFrom(2 as const, 3 as const),
          },
          { requiredKeys: [] },
        ),
        sort: fc.constantFrom(...userSorts),
        order: fc.constantFrom('asc' as const, 'desc' as const),
        pagination: fc.record({
          page: fc.oneof(
            { weight: 4, arbitrary: fc.constant(1) },
            { arbitrary: fc.integer({ min: 2, max: 60 }), weight: 1 },
          ),
          take: fc.constantFrom(5 as const, 50 as const),
        }),
      }),
      async (body) => {
        const asked = userSearchQuery.parse(body)
        const found = await searchUsers(app.db, everyPerson, asked, app.clock.now())
        expect({
          total: found.pagination.totalRecords,
          ids: found.users.map(({ id }) => id),
        }).toEqual(await expectedPage(asked))
      },
    ),
    { numRuns },
  )
}, 600_000)

/**
 * Reference implementation of the rank. 0: all words are words of the name, which begins with the first one. 1: all are
 * words of the name. 2: each begins a word of the name. 3: each is in the name. 4: some are only in the e-mail.
 */
function rankOf(line: string, search: string): number | undefined {
  const words = wordsOf(search)
  const [name = '', email = ''] = line.split('\n')
  const all = (holds: (word: string) => boolean) => words.every((word) => holds(word))
  const nameWords = name.split(' ')
  if (all((word) => nameWords.includes(word))) return nameWords[0] === search.split(' ')[0] ? 0 : 1
  if (all((word) => nameWords.some((part) => part.startsWith(word)))) return 2
  if (all((word) => name.includes(word))) return 3
  return all((word) => name.includes(word) || email.includes(word)) ? 4 : undefined
}

/** Words that thousands of users have, so that each rank is searched by itself. */
const frequent = fc.constantFrom(
  'a',
  'ma',
  'da',
  'maria',
  'silva',
  'da si',
  'ria',
  'av',
  'p',
  'e',
  'ex',
)

test('a ranked search returns whole words first, then beginnings, then names, then e-mails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, frequent), fc.constantFrom(5, 50), async (search, take) => {
      const query = userSearchQuery.safeParse({
        filters: { search },
        pagination: { take },
        ranked: true,
      }).data
      fc.pre(query?.filters.search !== undefined)
      const folded = searchKey(query?.filters.search ?? '')
      const expected = sorted
        .flatMap(({ id, search_line }) => {
          const rank = rankOf(search_line, folded)
          return rank === undefined ? [] : [{ id, rank }]
        })
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ id }) => id)
      if (!query) return
      const found = await searchUsers(app.db, everyPerson, query, app.clock.now())
      expect({
        total: found.pagination.totalRecords,
        ids: found.users.map(({ id }) => id),
      }).toEqual({
        total: Math.min(expected.length, take),
        ids: expected.slice(0, take),
      })
    }),
    // The last word differs from a part of another only by its case and accent.
    { numRuns, examples: [['maria conceicao  É', 5]] },
  )
}, 600_000)
