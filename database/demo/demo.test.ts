import { argon2Sync } from 'node:crypto'
import { isValid } from '@fnando/cnpj'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/testing/test-database.ts'
import { ensureSystemData } from '../system/system-data.ts'
import { DEMO_ANSWER_HASH, DEMO_PASSWORD_HASH } from './demo-passwords.ts'
import { fillDemo } from './fill-demo.ts'

const addresses = { console: 'http://localhost:3000', exampleModule: 'http://localhost:3100/' }
const databases: TestDatabase[] = []
const clients: pg.Client[] = []

async function connect(): Promise<pg.Client> {
  const database = await createTestDatabase()
  databases.push(database)
  const client = new pg.Client({ connectionString: database.ownerUrl })
  clients.push(client)
  await client.connect()
  await ensureSystemData(client)
  return client
}

async function filled(): Promise<pg.Client> {
  const client = await connect()
  await fillDemo(client, addresses)
  return client
}

async function list<T extends pg.QueryResultRow>(client: pg.Client, sql: string): Promise<T[]> {
  return (await client.query<T>(sql)).rows
}

type Row = Record<string, unknown>

/** Returns all rows of all tables, without the columns that differ between runs. */
async function everything(client: pg.Client, differs: (column: string) => boolean): Promise<Row> {
  const tables = await list<{ name: string }>(
    client,
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_name <> 'schema_migrations' order by 1`,
  )
  const all: Row = {}
  for (const { name } of tables) {
    const rows = await list<{ row: Row }>(
      client,
      `select to_jsonb(t) as row from ${name} t order by to_jsonb(t) ->> 'id', t::text`,
    )
    all[name] = rows
      .map(({ row }) => Object.entries(row).filter(([column]) => !differs(column)))
      .map((row) => JSON.stringify(row))
      .sort()
  }
  return all
}

let demo: pg.Client

beforeAll(async () => {
  demo = await filled()
})

afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await Promise.all(databases.map((database) => database.drop()))
})

describe('the demo data', () => {
  test('has valid CNPJs, one with letters', async () => {
    const companies = await list<{ document: string }>(demo, 'select document from companies')
    expect(companies.length).toBe(10)
    expect(companies.filter(({ document }) => !isValid(document, true))).toEqual([])
    expect(companies.filter(({ document }) => /[A-Z]/.test(document)).length).toBe(1)
  })

  test('has companies with no SPID, one, several, and the maximum', async () => {
    const counts = await list<{ count: number }>(
      demo,
      `select distinct count(s.id)::int as count from companies c left join spids s on s.company_id = c.id group by c.id order by 1`,
    )
    expect(counts.map(({ count }) => count)).toEqual([0, 1, 2, 4, 8])
  })

  test('has rows in the table of every list', async () => {
    const listed = await list<{ name: string }>(
      demo,
      `select table_name as name from information_schema.columns
       where table_schema = current_schema() and column_name = 'search_line' and table_name <> 'import_rows'`,
    )
    const rows = await everything(demo, () => false)
    expect(listed.map(({ name }) => [name, rows[name]])).not.toContainEqual([expect.anything(), []])
  })

  test('has 250 users, more than 13 modules, and logos', async () => {
    expect(
      await list(
        demo,
        `select (select count(*)::int from users) as users,
          (select count(*) > 13 from modules) as modules,
          (select count(*)::int from module_logos where digest = encode(sha256(content), 'hex')) as logos,
          (select count(*)::int from company_logos where digest = encode(sha256(content), 'hex')) as company_logos,
          (select count(*)::int from modules where not active) as inactive,
          (select count(*)::int from audit_events) as audited`,
      ),
    ).toEqual([{ users: 250, modules: true, logos: 5, company_logos: 2, inactive: 1, audited: 0 }])
  })

  test('has hashes of the documented password and answer', () => {
    for (const [hash, message] of [
      [DEMO_PASSWORD_HASH, 'Portaria-Demo-2026!'],
      [DEMO_ANSWER_HASH, 'demo'],
    ] as const) {
      const [nonce, tag] = hash.split('$').slice(-2)
      const made = argon2Sync('argon2id', {
        message,
        nonce: Buffer.from(nonce ?? '', 'base64'),
        parallelism: 1,
        tagLength: 32,
        memory: 19456,
        passes: 2,
      })
      expect(made.toString('base64').replace('=', '')).toBe(tag)
    }
  })

  test('has a module with one seat left, one that is full, and one with more users than seats', async () => {
    const seats = (company: number) =>
      list(demo, `select seat_limit(${company}, 10) as limit, seats_used(${company}, 10) as used`)
    expect(await seats(2)).toEqual([{ limit: 24, used: 23 }])
    expect(await seats(3)).toEqual([{ limit: 20, used: 20 }])
    expect(
      await list(demo, 'select company_id, module_id, seat_limit, used from seats where over > 0'),
    ).toEqual([{ company_id: 8, module_id: 15, seat_limit: 3, used: 4 }])
  })

  test('entitles every company to the modules of its assignments', async () => {
    expect(
      await list(
        demo,
        `select distinct up.company_id, p.module_id
         from user_profiles up join profiles p on p.id = up.profile_id
         where seat_limit(up.company_id, p.module_id) = 0`,
      ),
    ).toEqual([])
  })

  test('has tokens in every state, at most one active token per user', async () => {
    const states = await list<{ state: string }>(
      demo,
      `select distinct case when revoked_at is not null then 'revoked'
         when expires_at < now() then 'expired' else 'active' end as state
       from api_tokens order by 1`,
    )
    expect(states.map(({ state }) => state)).toEqual(['active', 'expired', 'revoked'])
    expect(
      await list(
        demo,
        `select user_id from api_tokens
         where revoked_at is null and (expires_at is null or expires_at > now())
         group by user_id having count(*) > 1`,
      ),
    ).toEqual([])
  })

  test.each([
    ['favourites', 'module_favourites p', '(p.spid is null or l.place_spid = p.spid)'],
    ['recent modules', 'module_visits p', 'true'],
  ])('has %s of three users, which they can open', async (_, places, spid) => {
    const users = await list<{ id: number }>(
      demo,
      `select distinct user_id as id from ${places} order by 1`,
    )
    expect(users.map(({ id }) => id)).toEqual([2, 3, 4])
    expect(
      await list(
        demo,
        `select p.* from ${places} where not exists (
           select from access_links(now()) l where l.opens and l.user_id = p.user_id
             and l.company_id = p.company_id and l.module_id = p.module_id and ${spid})`,
      ),
    ).toEqual([])
  })

  test('has profiles that end soon, that begin later and that have ended, some with a reason', async () => {
    const [dated] = await list(
      demo,
      `select count(*) filter (where end_at between now() and now() + interval '7 days')::integer as soon,
         count(*) filter (where end_at > now() + interval '7 days' and coalesce(begin_at, now()) <= now())::integer as ending,
         count(*) filter (where begin_at > now())::integer as later,
         count(*) filter (where end_at < now())::integer as ended,
         count(reason)::integer as reasons, count(distinct user_id)::integer as people,
         count(*) filter (where company_id <> 2 or created_by <> 2)::integer as others
       from user_profiles where coalesce(begin_at, end_at) is not null`,
    )
    const counts = { soon: 2, ending: 2, later: 1, ended: 1, reasons: 4, people: 6, others: 0 }
    expect(dated).toEqual(counts)
  })

  test('has current and ended delegations of the master profile', async () => {
    const delegations = await list(
      demo,
      `select company_id, dp.profile_id, begin_at < now() as begun, coalesce(end_at < now(), false) as over
       from delegations d join delegation_profiles dp on dp.delegation_id = d.id order by d.id`,
    )
    expect(delegations).toEqual([
      { company_id: 2, profile_id: 8, begun: true, over: false },
      { company_id: 2, profile_id: 8, begun: true, over: true },
      { company_id: 3, profile_id: 8, begun: true, over: false },
      { company_id: 4, profile_id: 8, begun: false, over: false },
    ])
  })
})

describe('the users of the rulings', () => {
  async function person(email: string) {
    const [found] = await list(
      demo,
      `select active, suspended, federated, phone_number is not null as phone,
         (select array_agg(company_id order by company_id) from user_companies where user_id = u.id) as companies,
         (select case when temporary then 'temporary, ' || (expires_at > now()) || ' alive'
            when created_at < now() - interval '90 days' then 'old' else 'good' end
          from passwords where user_id = u.id) as password,
         (select array_agg(distinct profile_id order by profile_id) from user_profiles where user_id = u.id) as profiles
       from users u where email = '${email}@portaria.example'`,
    )
    return found
  }
  const ordinary = {
    active: true,
    suspended: false,
    federated: false,
    phone: true,
    password: 'good',
  }

  test.each([
    ['admin', { companies: [1], profiles: [1] }],
    ['master', { companies: [2], profiles: [8, 118] }],
    ['operador', { companies: [2, 3], profiles: [100, 116, 117, 119, 128, 139, 142] }],
    ['federado', { companies: [3], profiles: [100, 116], federated: true, password: null }],
    [
      'primeiro.acesso',
      { companies: [2], profiles: [100, 116], password: 'temporary, true alive' },
    ],
    ['senha.expirada', { companies: [2], profiles: [100, 117], password: 'old', phone: false }],
    ['bloqueado', { companies: [2], profiles: [100, 116], suspended: true }],
    ['excluido', { companies: [2], profiles: [100, 116], active: false }],
  ])('%s@', async (name, special) => {
    expect(await person(name)).toEqual({ ...ordinary, ...special })
  })

  test('caue.abreu@ holds Suporte and andre.teixeira@ holds Auditoria, as the README says', async () => {
    const held = await list<{ email: string; profile: number }>(
      demo,
      `select u.email, up.profile_id as profile from user_profiles up join users u on u.id = up.user_id
       where up.profile_id <= 4 and u.email like any ('{caue.abreu@%,andre.teixeira@%}') order by 1`,
    )
    expect(held).toEqual([
      { email: 'andre.teixeira@portaria.example', profile: 4 },
      { email: 'caue.abreu@portaria.example', profile: 3 },
    ])
  })

  test.each(['passwords', 'user_profiles', 'user_companies', 'api_tokens', 'delegations'])(
    'no row of %s is older than its user',
    async (table) => {
      const older = `select u.name from users u join ${table} t on t.user_id = u.id
        where t.created_at < u.created_at`
      expect(await list(demo, older)).toEqual([])
    },
  )

  test('operador@ holds the example module for three of four SPIDs', async () => {
    const spids = await list<{ spid: string }>(
      demo,
      `select spid from user_profiles up join profiles p on p.id = up.profile_id
       where up.user_id = 3 and up.company_id = 2 and p.module_id = 5 order by 1`,
    )
    expect(spids.map(({ spid }) => spid)).toEqual(['7101', '7102', '7103'])
  })
})

describe('filling the demo', () => {
  test('a second time changes nothing and does not call onFill', async () => {
    const before = await everything(demo, () => false)
    await ensureSystemData(demo)
    const onFill = vi.fn<() => void>()
    await fillDemo(demo, addresses, onFill)
    expect(onFill).not.toHaveBeenCalled()
    expect(await everything(demo, () => false)).toEqual(before)
  })

  test('gives the same data in another database', async () => {
    // Exclude instants relative to today, search lines that contain such instants, and random values.
    const derived = new Set(['public_id', 'digest', 'salt', 'url_digest', 'start', 'search_line'])
    const differs = (column: string) => column.endsWith('_at') || derived.has(column)
    expect(await everything(await filled(), differs)).toEqual(await everything(demo, differs))
  })

  test('with another port updates the URLs of the console and the example module', async () => {
    const client = await filled()
    await fillDemo(client, {
      console: 'https://portaria.example/',
      exampleModule: 'http://[::1]:9/m/',
    })
    expect(
      await list(client, 'select protocol, url from modules where id in (1, 5) order by id'),
    ).toEqual([
      { protocol: 'https://', url: 'portaria.example' },
      { protocol: 'http://', url: '[::1]:9/m' },
    ])
  })

  test('again months later keeps the same passwords valid', async () => {
    const client = await filled()
    await client.query(`update passwords set created_at = created_at - interval '200 days',
      expires_at = expires_at - interval '200 days'`)
    await fillDemo(client, addresses)
    expect(
      await list(
        client,
        `select email from passwords join users u on u.id = user_id
         where u.email like '%@portaria.example' and u.id < 9 and
           (passwords.created_at < now() - interval '90 days' and not temporary or expires_at < now())`,
      ),
    ).toEqual([{ email: 'senha.expirada@portaria.example' }])
  })

  test('from two instances at the same time inserts the rows once', async () => {
    const client = await connect()
    const other = new pg.Client({ connectionString: databases.at(-1)!.ownerUrl })
    clients.push(other)
    await other.connect()
    await Promise.all([fillDemo(client, addresses), fillDemo(other, addresses)])
    expect(await list(client, 'select count(*)::int as users from users')).toEqual([{ users: 250 }])
  })

  test('refuses a database in use', async () => {
    const client = await connect()
    await client.query(`insert into users (name, email) values ('Alguém Real', 'a@b.example')`)
    await expect(fillDemo(client, addresses)).rejects.toThrow('not the demonstration')
    expect(await list(client, 'select id from companies')).toEqual([])
  })
})
