/** Upgrades from every earlier schema, with rows as its version wrote them, to the current one. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSchema } from '../../database/describe-schema.ts'
import { ensureSystemData } from '../../database/system/system-data.ts'
import { earlierData } from '../../test/testing/earlier-data.ts'
import { createTestDatabase, type TestDatabase } from '../../test/testing/test-database.ts'
import { secretsKey } from '../../test/testing/test-environment.ts'
import { waitUntilSealed } from '../../test/testing/verified-audit-log.ts'
import { loadAuditKey } from '../audit/sealing/audit-key.ts'
import { verifyAuditLog } from '../audit/verifying/verify-audit-log.ts'
import { Keyring } from '../secrets/keyring.ts'
import { openDatabase } from './database.ts'
import { migrate, MIGRATIONS_FOLDER } from './migrate.ts'
import { onOneConnection } from './one-connection.ts'

const names = (await readdir(MIGRATIONS_FOLDER))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length))
  .toSorted()

let current: unknown
beforeAll(async () => {
  const migrated = await createTestDatabase()
  current = await onOneConnection(migrated.ownerUrl, describeSchema)
  await migrated.drop()
})

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

test.each(names.slice(0, -1))(
  'upgrades from %s with its data in one step',
  { timeout: 120_000 },
  async (name) => {
    const database = await createTestDatabase('empty')
    try {
      await migrateWithData(database, name)
      const before = await onOneConnection(database.ownerUrl, keptFacts)
      await migrate(database)
      await onOneConnection(database.ownerUrl, async (client) => {
        expect(await describeSchema(client)).toEqual(current)
        expect(await keptFacts(client)).toEqual(before)
        await ensureSystemData(client)
        expect(await keptFacts(client)).toMatchObject({ user_profiles: before['user_profiles'] })
        const { rows } = await client.query<{ user_id: number; module_id: number }>(
          'select distinct user_id, module_id from access_links(now()) where opens order by 1, 2',
        )
        expect(rows).toEqual([
          { user_id: 200, module_id: 1 },
          { user_id: 201, module_id: 1 },
          { user_id: 201, module_id: 40 },
        ])
        // No provider has stated when it authenticated the users of earlier sessions.
        const { rows: stated } = await client.query<{ method: string }>(
          'select distinct method from sessions where authenticated_at is not null',
        )
        expect(stated).toEqual([{ method: 'password' }])
      })
      await expectVerifiedLog(database)
    } finally {
      await database.drop()
    }
  },
)

/** Migrates to `last`, and inserts the rows of each schema on the way. */
async function migrateWithData(database: TestDatabase, last: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portaria-schema-'))
  folders.push(folder)
  for (const name of names.filter((each) => each <= last)) {
    await cp(join(MIGRATIONS_FOLDER, `${name}.sql`), join(folder, `${name}.sql`))
    const rows = earlierData[name.slice(0, 4)]
    if (rows === undefined) continue
    await migrate(database, folder)
    await onOneConnection(database.ownerUrl, (client) => client.query(rows))
  }
  await migrate(database, folder)
}

/** Rows that no migration removes, with the columns that every schema has. */
const kept: Readonly<Record<string, string>> = {
  services: 'id, name, description, active',
  modules: 'id, name, url',
  functions: 'id, module_id, name, url',
  actions: 'id, function_id, name, path',
  companies: 'id, name, document',
  spids: 'company_id, spid',
  users: 'id, name, email, phone_number, code, suspended, federated',
  user_companies: 'user_id, company_id',
  profiles: 'id, module_id, company_id, name',
  profile_functions: 'profile_id, function_id',
  profile_actions: 'profile_id, action_id',
  plans: 'id, name',
  plan_modules: 'plan_id, module_id, seat_limit',
  plan_companies: 'plan_id, company_id',
  loose_plans: 'company_id, module_id, seat_limit',
  user_profiles: 'user_id, profile_id, company_id, spid',
  delegations: 'id, user_id, company_id, begin_at',
  delegation_profiles: 'delegation_id, profile_id',
  api_tokens: 'id, user_id, digest',
  passwords: 'user_id, hash',
  secret_answers: 'user_id, question_id, hash',
  module_secrets: 'module_id, slot, ciphertext, key_id',
  module_visits: 'user_id, company_id, module_id',
  identity_providers: 'id, issuer, client_id',
  federated_identities: 'issuer, subject, user_id',
  signing_keys: 'id, key_id',
}

async function keptFacts(client: pg.ClientBase): Promise<Record<string, string>> {
  const facts: Record<string, string> = {}
  for (const [table, columns] of Object.entries(kept)) {
    const { rows } = await client.query<{ facts: string }>(
      `select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)), '[]')::text as facts from (select ${columns} from ${table}) t`,
    )
    facts[table] = rows[0]?.facts ?? ''
  }
  return facts
}

async function expectVerifiedLog(database: TestDatabase): Promise<void> {
  const pool = openDatabase(database.ownerUrl, { max: 2, onError: () => undefined })
  try {
    const signer = await loadAuditKey(pool.db, new Keyring([secretsKey]), 'https://acesso.example')
    await waitUntilSealed(pool.db, signer)
    const { size, unsealed } = await verifyAuditLog(pool.db)
    expect(unsealed).toBe(0)
    expect(size).toBeGreaterThanOrEqual(2)
  } finally {
    await pool.close()
  }
}
