import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAuditLog } from '../../server/audit/verifying/verify-audit-log.ts'
import { migrate } from '../../server/database/migrate.ts'
import { onOneConnection } from '../../server/database/one-connection.ts'
import { mayChangeAuditLog } from '../../server/database/server-rights.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'
import { ownerUrlOf } from '../testing/test-database.ts'
import { waitAndVerify } from '../testing/verified-audit-log.ts'

describe('an attacker with the server’s database role', () => {
  let app: TestApp
  let roles: { url: string; ownerUrl: string }
  let intruder: pg.Client

  beforeAll(async () => {
    app = await createTestApp()
    roles = { url: app.databaseUrl, ownerUrl: ownerUrlOf(app.databaseUrl) }
    // A database copied from the template has no database-level settings. `migrate` sets them, as at each start.
    await migrate(roles)
    await app.trips.signIn((await app.build.user()).email)
    await waitAndVerify(app.db)
    intruder = new pg.Client({ connectionString: roles.url })
    await intruder.connect()
  })
  afterAll(async () => {
    await intruder.end()
    await app.close()
  })

  const readEvents = async () =>
    (
      await sql`select e, v from audit_entries e left join audit_values v using (seq) order by e.seq, v.name`.execute(
        app.db,
      )
    ).rows

  test.each([
    'alter table audit_entries disable trigger all',
    'alter table audit_entries disable trigger audit_entries_insert_only',
    'delete from audit_entries where seq = 1',
    'alter table audit_values disable trigger audit_values_tell_erasure',
    `create or replace function tell_erasure() returns trigger language plpgsql as 'begin return null; end'`,
    `update audit_entries set operation = 'x' where seq = 1`,
    'truncate audit_entries',
    'drop table audit_entries',
    'alter table audit_entries rename to elsewhere',
    'alter table audit_entries alter column happened_at drop not null',
    `insert into audit_entries (seq, operation, event, request_id) overriding system value values (0, 'x', 'x', 'x')`,
    `insert into audit_entries (happened_at, operation, event, request_id) values ('2001-01-01', 'x', 'x', 'x')`,
    `insert into audit_pending (xid, seq) values ('3', 1)`,
    `update audit_values set value = '1'`,
    'delete from audit_values',
    'delete from audit_leaves',
    'update audit_leaves set seq = seq + 1000',
    'delete from audit_tiles',
    'update audit_tiles set index = 7',
    `update audit_tiles set hashes = ''`,
    'delete from audit_checkpoints',
    'update audit_checkpoints set size = 1',
    'delete from audit_keys',
    `update audit_keys set name = 'x'`,
    `set session_replication_role = 'replica'`,
    'drop trigger audit_entries_insert_only on audit_entries',
    `create function mine() returns trigger language plpgsql as 'begin return null; end'`,
    `create function pg_temp.mine() returns trigger language plpgsql as 'begin return null; end'`,
    `create or replace function refuse_change() returns trigger language plpgsql as 'begin return old; end'`,
    'create trigger mine before insert on audit_entries for each row execute function touch()',
    'create rule mine as on insert to audit_entries do instead nothing',
    'create or replace view audit_events as select 1 as seq',
    'create table audit_entries_of_mine (like audit_entries)',
    'create temporary table audit_entries (like audit_entries)',
    'alter table users disable trigger all',
    'delete from schema_migrations',
    'set role portaria',
    'alter role portaria_server superuser',
    'create role mine superuser',
    `copy users to program 'cat'`,
    // The tree of the log (decision 64).
    'truncate audit_pending',
    'update audit_pending set seq = 1',
    `insert into audit_checkpoints (size, note) values (1000000, '')`,
    `insert into audit_checkpoints (size, note) values (0, '')`,
    'insert into audit_pending (seq) values (1000000)',
    'insert into audit_leaves (leaf, seq) select max(leaf) + 1, 1000000 from audit_leaves',
    'insert into audit_leaves (leaf, seq) values (-1, 1000000)',
    `update audit_tiles set hashes = hashes || sha256('x') where level = 0`,
    `insert into audit_tiles (level, index, hashes) values (0, 1000, sha256('x')), (1, 0, sha256('x'))`,
  ])('is refused: %s', async (attack) => {
    const before = await readEvents()
    const attacked = intruder.query(attack)
    await expect(attacked).rejects.toMatchObject({ code: '42501' })
    expect(await readEvents()).toEqual(before)
    await verifyAuditLog(app.db)
  })

  // Each of these events would stop sealing for good: SQL and the server would compute different leaves, or the server
  // could not read the event.
  test.each([
    ['a commitment that is an array', `'x', jsonb_build_object('address', jsonb_build_array('x'))`],
    ['a commitment that is an empty array', `'x', '{"address": []}'`],
    ['a long text', `repeat('x', 10001), '{}'`],
    ['a long commitment', `'x', jsonb_build_object('address', repeat('x', 10001))`],
  ])('cannot add an event with %s', async (_, values) => {
    const attack = `with made as (
        insert into audit_entries (operation, event, request_id, commitments) select 'x', 'x', ${values} returning seq)
      insert into audit_pending (seq) select seq from made`
    await expect(intruder.query(attack)).rejects.toMatchObject({ code: '23514' })
    await waitAndVerify(app.db)
  })

  test('can add events but cannot choose their position or time', async () => {
    await intruder.query(
      `with made as (insert into audit_entries (operation, event, request_id) values ('x', 'invented', 'x') returning seq)
      insert into audit_pending (seq) select seq from made`,
    )
    const { size } = await waitAndVerify(app.db)
    const { rows } = await sql<{ leaf: number; now: boolean }>`
      select leaf, happened_at > now() - interval '1 hour' as now
      from audit_entries join audit_leaves using (seq) where event = 'invented'`.execute(app.db)
    expect(rows).toEqual([{ leaf: size - 1, now: true }])
  })

  /** Writes an event that the sealer has not sealed yet, and returns its number. */
  async function pendingEvent(): Promise<string> {
    const { rows } = await intruder.query<{ seq: string }>(
      `with made as (insert into audit_entries (operation, event, request_id)
         values ('x', 'pending', e'"\\\\ \\u0001 é \\U0001F600') returning seq)
       insert into audit_pending (seq) select seq from made returning seq`,
    )
    return rows[0]?.seq ?? ''
  }

  /** Runs the statements as one transaction, while the sealer is stopped by the lock on its table. */
  async function asSealer(...statements: string[]): Promise<void> {
    await intruder.query('begin')
    try {
      await pendingEvent()
      for (const statement of statements) await intruder.query(statement)
      await intruder.query('commit')
    } catch (error) {
      await intruder.query('rollback')
      throw error
    }
  }

  /**
   * Returns statements that append the pending events to leaves and tiles. `hash` is the SQL of a leaf's hash. The
   * tests write fewer events than fit into a tile.
   */
  const append = (hash: string) => [
    `insert into audit_leaves (leaf, seq)
     select (select max(leaf) from audit_leaves) + row_number() over (order by seq), seq from audit_pending`,
    `update audit_tiles t set hashes = hashes || added from (
       select string_agg(${hash}, '' order by l.leaf) as added, max(l.leaf) as leaf
       from audit_leaves l join audit_entries e using (seq)
       where l.leaf >= (select max(size) from audit_checkpoints)) as new
     where level = 0 and index = new.leaf / 256`,
  ]
  const head = (root: string, rest = `''`) =>
    `insert into audit_checkpoints (size, note)
     select max(leaf) + 1, e'x\n' || max(leaf) + 1 || e'\n' || encode(${root}, 'base64') || e'\n' || ${rest} from audit_leaves`
  test('cannot add a long head', async () => {
    const long = [...append('audit_leaf_hash(e)'), head(treeRoot, `repeat('x', 1000)`)]
    await expect(asSealer(...long)).rejects.toMatchObject({ code: '23514' })
    await waitAndVerify(app.db)
  })

  const treeRoot = 'audit_root((select max(leaf) + 1 from audit_leaves))'

  test.each([
    ['an event that is not sealed', ['delete from audit_pending']],
    ['leaves without a head', append('audit_leaf_hash(e)')],
    ['a head with the wrong root', [...append('audit_leaf_hash(e)'), head(`sha256('x')`)]],
    ['a head over wrong leaves', [...append(`sha256('x')`), head(treeRoot)]],
    [
      'a head that omits a leaf',
      [
        ...append('audit_leaf_hash(e)'),
        `insert into audit_checkpoints (size, note)
         select max(leaf), e'x\n' || max(leaf) || e'\n' || encode(audit_root(max(leaf)), 'base64') || e'\n' from audit_leaves`,
      ],
    ],
  ])('cannot remove or add %s', async (_, statements) => {
    await expect(asSealer(...statements)).rejects.toMatchObject({ code: '42501' })
    await pendingEvent()
    await waitAndVerify(app.db)
  })

  test('cannot remove an event by undoing its sealing after the triggers have run', async () => {
    await expect(
      asSealer(
        'delete from audit_pending',
        'savepoint sealed',
        ...append('audit_leaf_hash(e)'),
        head(treeRoot),
        'set constraints all immediate',
        'rollback to savepoint sealed',
      ),
    ).rejects.toMatchObject({ code: '42501' })
    await waitAndVerify(app.db)
  })

  test('stops sealing neither by sealed events that it makes pending, nor by repeated ones', async () => {
    await intruder.query('insert into audit_pending (seq) select seq from audit_leaves')
    const seq = await pendingEvent()
    await intruder.query(`insert into audit_pending (seq) select $1 from generate_series(1, 1)`, [
      seq,
    ])
    const { size } = await waitAndVerify(app.db)
    const { rows } = await sql<{ leaf: number }>`
      select leaf from audit_leaves where seq = ${seq}`.execute(app.db)
    expect(rows).toEqual([{ leaf: size - 1 }])
  })

  test('can erase values of the audit log, but only together with a record of the erasure', async () => {
    const first = await app.db
      .selectFrom('audit_values')
      .select(['seq', 'name'])
      .orderBy('seq')
      .executeTakeFirstOrThrow()
    await intruder.query('begin')
    await intruder.query(`select set_config('portaria.erasing', 'request:x', true)`)
    await intruder.query('delete from audit_values where seq = $1', [first.seq])
    await intruder.query('commit')
    const told = await app.db
      .selectFrom('audit_entries')
      .select('target')
      .where('event', '=', 'trail.value-erased')
      .execute()
    expect(told).toContainEqual({ target: `audit-event:${first.seq}/${first.name}` })
    await waitAndVerify(app.db)
  })

  test('holds only granted rights and cannot grant itself others', async () => {
    await intruder.query('grant all on audit_entries to portaria_server')
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

/** Expected rights on whole tables. The attacks above test the rights on single columns. */
const auditLogRights: Readonly<Record<string, string>> = {
  audit_checkpoints: 'SELECT',
  audit_entries: 'SELECT',
  audit_keys: 'INSERT SELECT',
  audit_leaves: 'INSERT SELECT',
  audit_pending: 'DELETE SELECT',
  audit_tiles: 'INSERT SELECT',
  audit_values: 'DELETE INSERT SELECT',
}

function rightsOf(name: string, kind: string): string {
  const ofAuditLog = auditLogRights[name]
  if (ofAuditLog !== undefined) return ofAuditLog
  if (name === 'schema_migrations' || kind === 'VIEW') return 'SELECT'
  return 'DELETE INSERT SELECT UPDATE'
}

describe('at the start, the server', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  test('distinguishes a role that can change the audit log from one that can only add to it', async () => {
    expect(await mayChangeAuditLog(app.databaseUrl)).toBe(false)
    expect(await mayChangeAuditLog(ownerUrlOf(app.databaseUrl))).toBe(true)
    await sql`grant update (operation) on audit_entries to portaria_server`.execute(app.db)
    expect(await mayChangeAuditLog(app.databaseUrl)).toBe(true)
  })

  test('detects a role that can assume the rights of the owner', async () => {
    const role = `membro_${randomBytes(6).toString('hex')}`
    const url = new URL(app.databaseUrl)
    url.username = role
    url.password = 'senha'
    await sql`create role ${sql.id(role)} login password 'senha'`.execute(app.db)
    try {
      expect(await mayChangeAuditLog(url.href)).toBe(false)
      const owner = new URL(ownerUrlOf(app.databaseUrl)).username
      await sql`grant ${sql.id(owner)} to ${sql.id(role)} with inherit false`.execute(app.db)
      expect(await mayChangeAuditLog(url.href)).toBe(true)
    } finally {
      await sql`drop role ${sql.id(role)}`.execute(app.db)
    }
  })

  test('revokes rights that were granted manually, and grants those that a later migration needs', async () => {
    const roles = { url: app.databaseUrl, ownerUrl: ownerUrlOf(app.databaseUrl) }
    await sql`grant delete on audit_entries to portaria_server`.execute(app.db)
    await sql`create table later (id integer generated always as identity primary key)`.execute(
      app.db,
    )
    await migrate(roles)
    expect(await mayChangeAuditLog(roles.url)).toBe(false)
    await onOneConnection(roles.url, async (client) => {
      await client.query('insert into later default values')
      expect((await client.query('select id from later')).rows).toEqual([{ id: 1 }])
    })
  })
})

test('an unsigned head of the right tree does not stop sealing, and is reported', async () => {
  const app = await createTestApp()
  await migrate({ url: app.databaseUrl, ownerUrl: ownerUrlOf(app.databaseUrl) })
  await app.trips.signIn((await app.build.user()).email)
  const { size: before } = await waitAndVerify(app.db)
  await onOneConnection(app.databaseUrl, async (intruder) => {
    await intruder.query('begin')
    await intruder.query(
      `insert into audit_entries (operation, event, request_id) values ('x', 'x', 'x')`,
    )
    await intruder.query(
      `insert into audit_leaves (leaf, seq) select $1, max(seq) from audit_entries`,
      [before],
    )
    await intruder.query(
      `update audit_tiles set hashes = hashes || (select audit_leaf_hash(e) from audit_entries e order by seq desc limit 1)
       where level = 0`,
    )
    await intruder.query(
      `insert into audit_checkpoints (size, note)
       values ($1::bigint, e'x\n' || $1::bigint || e'\n' || encode(audit_root($1::bigint), 'base64') || e'\n')`,
      [before + 1],
    )
    await intruder.query('commit')
  })
  await app.client.call('authLocal', { headers: basic('a@x.example', 'x') })
  await expect
    .poll(async () => {
      const newest = app.db.selectFrom('audit_checkpoints').select('size').orderBy('size', 'desc')
      return (await newest.executeTakeFirst())?.size
    })
    .toBe(before + 2)
  await expect(verifyAuditLog(app.db)).rejects.toThrow()
  await app.close()
})
