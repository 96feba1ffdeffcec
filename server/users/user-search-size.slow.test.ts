import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BodyInputOf } from '../../contract/endpoint.ts'
import { userSearchQuery } from '../../contract/user-search.ts'
import type { users } from '../../contract/users.ts'
import type { Db } from '../database/database.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { masterOf } from '../../test/testing/people.ts'
import { statementsDuring, statementsOf } from '../../test/testing/statements.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { searchUsers } from './user-search-queries.ts'

const everyPerson = {
  people: 'everything',
  invited: 'everything',
  recovering: sql<boolean>`false`,
} as const

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  master = await masterOf(app)
})
afterAll(() => app.close())

type Body = BodyInputOf<typeof users.userSearch>
const search = (body: Body, by = admin) => by.call('userSearch', { body })

describe('POST /user/search among many', () => {
  const fill = (from: number, to: number) =>
    sql`insert into users (name, email, created_at)
      select 'Multidão ' || case when i % 2500 = 0 then 'Rara' else 'Comum' end || ' ' || i, 'multidao' || i || '@muitos.example',
        now() - i * interval '1 minute'
      from generate_series(${from}::integer, ${to}::integer) i`.execute(app.db)

  test('counts up to 10,000, reports that there are more, and serves every page up to the 10,000th user', async () => {
    await fill(1, 9999)
    const pageAt = async (page: number, take: 50 | 10 = 50) =>
      (await search({ filters: { email: 'muitos.example' }, pagination: { page, take } })).data
    expect((await pageAt(1)).pagination).toEqual({
      totalRecords: 9999,
      totalPage: 200,
      page: 1,
      take: 50,
      more: false,
    })
    await fill(10_000, 10_000)
    expect((await pageAt(1)).pagination).toMatchObject({ totalRecords: 10_000, more: false })
    await fill(10_001, 12_000)
    expect((await pageAt(1)).pagination).toMatchObject({
      totalRecords: 10_000,
      totalPage: 200,
      more: true,
    })
    const last = await pageAt(200)
    expect(last.users).toHaveLength(50)
    const all = new Set([...(await pageAt(199)).users, ...last.users].map(({ id }) => id))
    expect(all.size).toBe(100)
    expect((await pageAt(1000, 10)).users).toEqual(last.users.slice(40))
  })

  test('takes two statements, and a third one for a lone pair of letters or a long word', async () => {
    const bodies: Body[] = [
      {},
      { filters: { name: 'comum' } },
      { filters: { name: 'rara' }, sort: 'email' },
      {
        filters: { status: 2, no_access: true, phone_number: '551' },
        pagination: { page: 3, take: 20 },
      },
      { filters: { search: 'multidao comum muitos 99' }, order: 'desc' },
      { filters: { name: 'co' } },
      { filters: { email: 'multidao2500@muitos.example' } },
    ]
    for (const by of [admin, master])
      for (const body of bodies) {
        const texts = await statementsOf(() => search(body, by))
        expect(texts.filter((text) => /search_line|(from|join) "?users\b/.test(text))).toHaveLength(
          body.filters?.name === 'co' || body.filters?.email ? 3 : 2,
        )
      }
  })

  test.each([
    'users_line_idx',
    'users_email_idx',
    'users_created_idx',
    'users_updated_idx',
    'users_last_access_idx',
    'users_display_status_idx',
  ])('pages through a frequent word in %s by an index-only scan', async (name) => {
    const { rows } = await sql<{ columns: string[] }>`
      select array_agg(a.attname::text) as columns from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indexrelid = ${name}::regclass`.execute(app.db)
    expect(rows[0]?.columns).toEqual(
      expect.arrayContaining(['search_line', 'id', 'display_status']),
    )
  })

  test.each(['ck', 'CK', 'çk'])('finds %j after any preceding character', async (typed) => {
    const names = [
      'Ckolo',
      'Ana Ckolo',
      "D'Ckolo",
      'Ana-Ckolo',
      'Xckolo',
      '7ckolo',
      'Øckolo',
      'Ana Łck',
    ]
    for (const [n, name] of names.entries())
      await app.db
        .insertInto('users')
        .values({
          name: `${name} ${typed.length}${typed}`,
          email: `${n}.${crypto.randomUUID()}@pares.example`,
        })
        .execute()
    const wanted = await sql<{
      name: string
    }>`select name from users where split_part(search_line, chr(10), 1) like '%ck%' order by search_line collate natural_order, id limit 50`.execute(
      app.db,
    )
    const { data } = await search({
      filters: { name: typed },
      pagination: { page: 1, take: 50 },
    })
    const shown = data.users.map(({ name }) => name)
    expect(shown).toEqual(wanted.rows.map(({ name }) => name))
    expect(shown).toEqual(
      expect.arrayContaining(names.map((name) => `${name} ${typed.length}${typed}`)),
    )
    expect(await statementsOf(() => search({ filters: { name: typed } }))).toContainEqual(
      expect.stringContaining('[^\\n -~]'),
    )
  })

  test('finds rare words by the trigram index', async () => {
    const { rows } = await sql<{ made: string }>`
      select indexdef as made from pg_indexes where indexname = 'users_search_idx'`.execute(app.db)
    expect(rows[0]?.made).toContain('gin (search_line gin_trgm_ops)')
  })

  test('looks up the rarest trigrams of a long word, then filters by the whole word', async () => {
    await sql`analyze users`.execute(app.db)
    const asked = userSearchQuery.parse({ filters: { email: 'multidao2500@muitos.example' } })
    const sent = await statementsDuring(() =>
      searchUsers(app.db, everyPerson, asked, app.clock.now()),
    )
    const count = sent.find(({ text }) => text.includes('offset 0'))
    const patterns = count?.values.filter((value) => /^%.{3}%$/.test(String(value)))
    expect(patterns).toHaveLength(3)
    expect(patterns).toContainEqual(expect.stringMatching(/[0-9]/))
  })

  test('sorts a few matches without scanning the order index', async () => {
    await sql`insert into users (name, email) select 'Zulmira Últimos ' || i, 'z' || i || '@ultimos.example'
      from generate_series(1, 300) i`.execute(app.db)
    await sql`vacuum analyze users`.execute(app.db)
    const asked = userSearchQuery.parse({ filters: { name: 'ultimos' } })
    const entriesRead = async (db: Db) => {
      const { rows } = await sql<{ read: number }>`
select pg_stat_get_xact_tuples_returned('users_line_idx'::regclass) as read`.execute(db)
      return rows[0]?.read ?? 0
    }
    const read = await app.db.transaction().execute(async (trx) => {
      const before = await entriesRead(trx)
      await searchUsers(trx, everyPerson, asked, app.clock.now())
      return (await entriesRead(trx)) - before
    })
    expect(read).toBe(0)
  })

  test('estimates the frequency of a name correctly, and reads only the users that are counted and those of the page', async () => {
    await sql`vacuum analyze users`.execute(app.db)
    const asked = userSearchQuery.parse({ filters: { name: 'comum' } })
    const rowsRead = async (db: Db) => {
      const { rows } = await sql<{ read: number }>`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'users'`.execute(
        db,
      )
      return rows[0]?.read ?? 0
    }
    const read = await app.db.transaction().execute(async (trx) => {
      const before = await rowsRead(trx)
      await searchUsers(trx, everyPerson, asked, app.clock.now())
      return (await rowsRead(trx)) - before
    })
    // Sorting all matches would read them once more.
    expect(read).toBeLessThan(15_000)
  })

  test('finds the first page of a word clustered at the end of the order without scanning the order', async () => {
    await sql`insert into users (name, email) select 'Zzyana ' || i, 'fim' || i || '@fim.example'
      from generate_series(1, 2500) i`.execute(app.db)
    await sql`vacuum analyze users`.execute(app.db)
    const asked = userSearchQuery.parse({ filters: { name: 'zzyana' } })
    const texts = await statementsOf(async () => {
      const { users, pagination } = await searchUsers(app.db, everyPerson, asked, app.clock.now())
      expect(users.map(({ name }) => name).slice(0, 3)).toEqual([
        'Zzyana 1',
        'Zzyana 2',
        'Zzyana 3',
      ])
      expect(pagination).toMatchObject({ totalRecords: 2500, more: false })
    })
    expect(texts).toHaveLength(4)
  })
})
