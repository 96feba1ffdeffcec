import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { onOneConnection } from '../database/one-connection.ts'
import { mayChangeTrail } from '../database/server-rights.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { ownerUrlOf } from '../testing/test-database.ts'

describe('whoever took over the server', () => {
  let app: TestApp
  let roles: { url: string; ownerUrl: string }
  let intruder: pg.Client

  beforeAll(async () => {
    app = await createTestApp()
    roles = { url: app.databaseUrl, ownerUrl: ownerUrlOf(app.databaseUrl) }
    // A copy of the template does not take along what the database itself allows; every start of the server says it.
    await migrate(roles)
    await app.trips.signIn((await app.build.user()).email)
    intruder = new pg.Client({ connectionString: roles.url })
    await intruder.connect()
  })
  afterAll(async () => {
    await intruder.end()
    await app.close()
  })

  const trail = async () =>
    (await sql`select seq, hash from audit_events order by seq`.execute(app.db)).rows

  test.each([
    'alter table audit_events disable trigger all',
    'alter table audit_events disable trigger audit_events_insert_only',
    'delete from audit_events where seq = 1',
    `update audit_events set address = '127.0.0.1' where seq = 1`,
    'truncate audit_events',
    'drop table audit_events',
    'alter table audit_events rename to elsewhere',
    'alter table audit_events alter column hash drop not null',
    `set session_replication_role = 'replica'`,
    'drop trigger audit_events_chain on audit_events',
    `create function mine() returns trigger language plpgsql as 'begin return null; end'`,
    `create function pg_temp.mine() returns trigger language plpgsql as 'begin return null; end'`,
    `create or replace function audit_break() returns bigint language sql as 'select null::bigint'`,
    `create or replace function chain_audit_event() returns trigger language plpgsql as 'begin return null; end'`,
    'create trigger mine before insert on audit_events for each row execute function touch()',
    'create rule mine as on insert to audit_events do instead nothing',
    'create table audit_events_of_mine (like audit_events)',
    'create temporary table audit_events (like audit_events)',
    'alter table users disable trigger all',
    'delete from schema_migrations',
    'set role portaria',
    'alter role portaria_server superuser',
    'create role mine superuser',
    `copy users to program 'cat'`,
  ])('is refused: %s', async (attack) => {
    const before = await trail()
    const attacked = intruder.query(attack)
    await expect(attacked).rejects.toMatchObject({ code: '42501' })
    expect(await trail()).toEqual(before)
    expect(await sql`select audit_break() as broken`.execute(app.db)).toMatchObject({
      rows: [{ broken: null }],
    })
  })

  test('can add events, but neither choose their place nor their time', async () => {
    await intruder.query(
      `insert into audit_events (seq, happened_at, operation, event, address, request_id, previous_hash, hash)
        values (1, '2001-01-01', 'x', 'invented', 'x', 'x', '', '')`,
    )
    const { rows } = await sql<{ last: boolean; now: boolean; broken: number | null }>`
      select seq = (select max(seq) from audit_events) as last,
        happened_at > now() - interval '1 hour' as now, audit_break() as broken
      from audit_events where event = 'invented'`.execute(app.db)
    expect(rows).toEqual([{ last: true, now: true, broken: null }])
  })

  test('holds no right that nobody gave it, and gives itself none', async () => {
    await intruder.query('grant all on audit_events to portaria_server')
    const { rows: tables } = await sql<{ name: string; rights: string }>`
      select table_name as name, string_agg(privilege_type, ' ' order by privilege_type) as rights
      from information_schema.role_table_grants
      where grantee in ('portaria_server', 'PUBLIC') and table_schema = 'public'
      group by table_name`.execute(app.db)
    const { rows: all } = await sql<{ name: string; kind: string }>`
      select table_name as name, table_type as kind from information_schema.tables
      where table_schema = 'public'`.execute(app.db)
    const wanted = all.map(({ name, kind }) => ({ name, rights: rightsOf(name, kind) }))
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    expect(tables.sort(byName)).toEqual(wanted.sort(byName))

    const { rows: rest } = await sql`select
      (select count(*)::int from pg_class c where relowner = role.oid) as relations,
      (select count(*)::int from pg_proc where proowner = role.oid) as functions,
      (select count(*)::int from pg_auth_members where member = role.oid) as memberships,
      (select count(*)::int from information_schema.usage_privileges
        where grantee = rolname and object_schema = 'public') as sequences,
      (select count(*)::int from pg_proc where prosecdef and pronamespace = 'public'::regnamespace) as as_owner,
      rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
      from pg_roles role where rolname = 'portaria_server'`.execute(app.db)
    expect(rest).toEqual([
      {
        relations: 0,
        functions: 0,
        memberships: 0,
        sequences: 0,
        as_owner: 0,
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
      },
    ])
  })
})

function rightsOf(name: string, kind: string): string {
  if (name === 'audit_events') return 'INSERT SELECT'
  if (name === 'schema_migrations' || kind === 'VIEW') return 'SELECT'
  return 'DELETE INSERT SELECT UPDATE'
}

describe('the start', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  test('knows a role that could change the trail from one that can only add to it', async () => {
    expect(await mayChangeTrail(app.databaseUrl)).toBe(false)
    expect(await mayChangeTrail(ownerUrlOf(app.databaseUrl))).toBe(true)
    await sql`grant update (address) on audit_events to portaria_server`.execute(app.db)
    expect(await mayChangeTrail(app.databaseUrl)).toBe(true)
  })

  test('knows one that could take on the rights of the owner', async () => {
    const role = `membro_${randomBytes(6).toString('hex')}`
    const url = new URL(app.databaseUrl)
    url.username = role
    url.password = 'senha'
    await sql`create role ${sql.id(role)} login password 'senha'`.execute(app.db)
    try {
      expect(await mayChangeTrail(url.href)).toBe(false)
      const owner = new URL(ownerUrlOf(app.databaseUrl)).username
      await sql`grant ${sql.id(owner)} to ${sql.id(role)} with inherit false`.execute(app.db)
      expect(await mayChangeTrail(url.href)).toBe(true)
    } finally {
      await sql`drop role ${sql.id(role)}`.execute(app.db)
    }
  })

  test('takes back what was given by hand, and gives what a later migration needs', async () => {
    const roles = { url: app.databaseUrl, ownerUrl: ownerUrlOf(app.databaseUrl) }
    await sql`grant delete on audit_events to portaria_server`.execute(app.db)
    await sql`create table later (id integer generated always as identity primary key)`.execute(
      app.db,
    )
    await migrate(roles)
    expect(await mayChangeTrail(roles.url)).toBe(false)
    await onOneConnection(roles.url, async (client) => {
      await client.query('insert into later default values')
      expect((await client.query('select id from later')).rows).toEqual([{ id: 1 }])
    })
  })
})
