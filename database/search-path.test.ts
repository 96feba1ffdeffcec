import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/testing/test-database.ts'

describe('the functions of the database', () => {
  let database: TestDatabase
  let client: pg.Client

  beforeAll(async () => {
    database = await createTestDatabase()
    client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  test('do not depend on the search path of their caller, which is empty during pg_restore', async () => {
    const { rows } = await client.query<{ name: string; path: string | undefined }>(
      `select p.oid::regprocedure::text as name, l.lanname as language, p.prosqlbody is not null as parsed,
         (select setting from unnest(p.proconfig) setting where setting like 'search_path=%') as path
       from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    )
    expect(rows.length).toBeGreaterThan(30)
    // SQL functions are parsed (`return …` or `begin atomic …`). They have no SET clause, which would prevent inlining.
    const sql = { language: 'sql', parsed: true, path: null }
    const plpgsql = { language: 'plpgsql', parsed: false, path: 'search_path=public, pg_temp' }
    for (const found of rows)
      expect([sql, plpgsql].map((right) => ({ name: found.name, ...right }))).toContainEqual(found)
  })

  test.each([
    ['guard', `user_id = 1 and company_id = 1 and module_id = 1 and opens`],
    ['holders of a profile', `profile_id = 1`],
  ])('access_links is inlined, so a condition on the %s uses an index', async (_, condition) => {
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) select * from access_links(now()) where ${condition}`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Function Scan')
    expect(plan).toMatch(
      /on user_profiles up\n\s*(Recheck Cond|Index Cond): .*(user_id = 1|profile_id = (1|p\.id))/,
    )
  })

  test('generated columns and triggers work under an empty search path', async () => {
    await client.query(`begin; set local search_path = ''`)
    const { rows } = await client.query<{ search_line: string }>(
      `insert into public.services (name, description) values ('Órbita', 'x') returning search_line`,
    )
    await client.query(`update public.services set name = 'Elipse' where name = 'Órbita'`)
    await client.query('rollback')
    expect(rows[0]?.search_line).toMatch(/^orbita\n/)
  })
})
