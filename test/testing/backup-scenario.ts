import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { fillDemo } from '../../database/demo/fill-demo.ts'
import { sealAll } from '../../server/audit/sealing/seal.ts'
import { loadAuditKey } from '../../server/audit/sealing/audit-key.ts'
import { openDatabase } from '../../server/database/database.ts'
import { onOneConnection } from '../../server/database/one-connection.ts'
import { BackupFolder } from '../../server/operating/backup/backup-folder.ts'
import { createBackup } from '../../server/operating/backup/create-backup.ts'
import { type Manifest, readBackup } from '../../server/operating/backup/manifest.ts'
import { restoreBackup, type RestoreOptions } from '../../server/operating/backup/restore-backup.ts'
import { Keyring } from '../../server/secrets/keyring.ts'
import { consoleUrl, createTestDatabase, type TestDatabase } from './test-database.ts'
import { secretsKey } from './test-environment.ts'

const config = { secretsKeys: [secretsKey], auditCheckpoints: undefined }

/** One row of each kind of access, and second factors, which a restore leaves as they are. */
const openAccess = `
  with session as (
    insert into sessions (user_id, method, browser_digest, address, expires_at)
    select id, 'password', sha256('browser'), '127.0.0.1', now() + interval '1 hour' from users where active and not suspended limit 1
    returning id, user_id),
  token as (insert into tokens (session_id, kind) select id, 'initial' from session),
  challenge as (insert into challenges (digest, user_id, name, expires_at)
    select sha256('challenge'), user_id, 'EMAIL_OTP', now() + interval '5 minutes' from session),
  recovery as (insert into recoveries (user_id, kind, expires_at)
    select user_id, 'password', now() + interval '1 hour' from session),
  recovery_password as (insert into recovery_passwords (user_id, digest, expires_at)
    select user_id, sha256('recovery'), now() + interval '1 hour' from session),
  email_change as (insert into email_changes
      (user_id, old_email, new_email, started_at, started_by, takes_effect_at, expires_at, old_digest, new_digest)
    select user_id, 'antes@operadora.example', 'depois@operadora.example', now(), user_id, now() + interval '3 days',
      now() + interval '7 days', sha256('old mailbox'), sha256('new mailbox') from session),
  code as (insert into one_time_codes (digest, session_id, expires_at)
    select sha256('code'), id, now() + interval '1 minute' from session),
  app as (insert into totp_factors (user_id, ciphertext, key_id, last_step)
    select user_id, 'ciphertext', '${secretsKey.id}', 59000000 from session),
  recovery_code as (insert into recovery_codes (digest, user_id, used_at)
    select sha256(code::bytea), user_id, used_at from session, (values ('unused', null), ('used', now())) as codes (code, used_at)),
  signing_key as (insert into signing_keys (id, public_jwk, private_ciphertext, key_id)
    values ('removed-later', '{}', 'ciphertext', '${secretsKey.id}')),
  confirmation as (insert into confirmations (digest, session_id, method, expires_at)
    select sha256('confirmation'), id, 'password', now() + interval '2 minutes' from session)
  insert into federated_flows (state_digest, purpose, issuer, nonce, code_verifier, browser_digest, session_id, expires_at,
    proof_digest, proof_expires_at, used_at)
  select sha256(flow::bytea), 'validating', 'https://idp.example', 'nonce', 'verifier', sha256('browser'), id, now() + interval '5 minutes',
    sha256(('proof of ' || flow)::bytea), now() + interval '5 minutes', used_at
  from session, (values ('open flow', null), ('finished flow', now())) as flows (flow, used_at)`

/** A database with the data of the demo and open access, a backup of it, and databases to restore into. */
export class BackupScenario {
  /** Folder of all backups of the test. */
  readonly parent: string
  /** The backup of `source`. */
  readonly folder: string
  readonly source: TestDatabase
  /** Owner of the databases of `createTarget`. It is no superuser, as in an external PostgreSQL. */
  readonly owner = `owner_${randomBytes(4).toString('hex')}`
  /** Role with rights of its own on the database, like that of a reporting tool. */
  readonly #reader = `reader_${randomBytes(4).toString('hex')}`
  readonly #targets: TestDatabase[] = []

  private constructor(parent: string, source: TestDatabase) {
    this.parent = parent
    this.folder = join(parent, 'backup')
    this.source = source
  }

  static async create(): Promise<BackupScenario> {
    const parent = await mkdtemp(join(tmpdir(), 'portaria-backup-'))
    const scenario = new BackupScenario(parent, await createTestDatabase())
    await scenario.#fill()
    await scenario.backUp(scenario.folder)
    return scenario
  }

  async #fill(): Promise<void> {
    const reader = this.#reader
    await onOneConnection(this.source.ownerUrl, async (client) => {
      await fillDemo(client, { console: consoleUrl, exampleModule: consoleUrl }, () => undefined)
      await client.query(`create role ${reader}; create role ${this.owner} login password 'dono'`)
      await client.query(`grant select on services to ${reader};
        grant select (name) on users to ${reader} with grant option`)
      await client.query(openAccess)
    })
    await sealEvents(this.source)
  }

  async close(): Promise<void> {
    for (const target of this.#targets) await target.drop()
    await onOneConnection(this.source.ownerUrl, (client) =>
      client.query(
        `drop owned by ${this.#reader}; drop role ${this.#reader}; drop role ${this.owner}`,
      ),
    )
    await this.source.drop()
    await rm(this.parent, { recursive: true })
  }

  async backUp(path: string, roles = this.source, withSecrets = false): Promise<Manifest> {
    const draft = await BackupFolder.create(path)
    try {
      return (await createBackup(draft, { roles, config, withSecrets })).manifest
    } catch (error) {
      draft.discard()
      throw error
    }
  }

  /** Creates an empty database whose owner is no superuser. */
  async createTarget(): Promise<TestDatabase> {
    const target = await createTestDatabase('empty')
    this.#targets.push(target)
    const url = new URL(target.ownerUrl)
    await onOneConnection(target.ownerUrl, (client) =>
      client.query(`alter database ${url.pathname.slice(1)} owner to ${this.owner}`),
    )
    url.username = this.owner
    url.password = 'dono'
    return { ...target, ownerUrl: url.href }
  }
}

/** Restores a backup. By default the database must be empty, and all its values readable. */
export async function restore(
  from: string,
  roles: TestDatabase,
  options: Partial<RestoreOptions> = {},
) {
  return restoreBackup(from, await readBackup(from), {
    roles,
    config,
    replace: false,
    acceptUnreadable: false,
    ...options,
  })
}

/** Seals all events of the audit log. */
export async function sealEvents({ ownerUrl }: TestDatabase): Promise<void> {
  await withDb(ownerUrl, async (db) =>
    sealAll(db, await loadAuditKey(db, new Keyring([secretsKey]), consoleUrl)),
  )
}

export async function withDb<T>(
  url: string,
  work: (db: ReturnType<typeof openDatabase>['db']) => T,
): Promise<Awaited<T>> {
  const pool = openDatabase(url, { max: 1, onError: () => undefined })
  try {
    return await work(pool.db)
  } finally {
    await pool.close()
  }
}

export function readRows<T extends pg.QueryResultRow>({ ownerUrl }: TestDatabase, query: string) {
  return onOneConnection(ownerUrl, async (client) => (await client.query<T>(query)).rows)
}
