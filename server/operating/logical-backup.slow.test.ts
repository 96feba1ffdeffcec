import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSchema } from '../../database/describe-schema.ts'
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../database/embedded/embedded-database.ts'
import type { DatabaseRoles } from '../database/migrate.ts'
import { onOneConnection } from '../database/one-connection.ts'
import { PortalClient } from '../../test/testing/portal-client.ts'
import { debianPostgres, describeWith } from '../../test/testing/machine-needs.ts'
import { ServerProcess } from '../../test/testing/server-process.ts'
import { bareEnvironment } from '../../test/testing/test-environment.ts'

const run = promisify(execFile)

describeWith('debian-postgres', 'a logical backup', { timeout: 180_000 }, () => {
  let folder: string
  let cluster: EmbeddedDatabase
  let server: ServerProcess | undefined
  const owner = 'portaria_owner'

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portaria-test-'))
    // initdb of PostgreSQL 15 leaves the folder temporarily and returns by its path, so the path must be accessible.
    await chmod(folder, 0o711)
    cluster = await startEmbeddedDatabase({
      dataDir: folder,
      durable: false,
      log: () => undefined,
      programs: debianPostgres(),
    })
    await asSuperuser(`create role ${owner} login password 'dono'`)
  })
  afterAll(async () => {
    await server?.stop()
    await cluster.stop()
    await rm(folder, { recursive: true, maxRetries: 5 })
  })

  test('is restored into an empty database without errors, and the product works on it', async () => {
    const filled = await createDatabase('portaria')
    server = await startOn(filled)
    await signIn(server)
    await server.stop()

    const archive = join(folder, 'portaria.dump')
    await program('pg_dump', '--format=custom', `--file=${archive}`, filled.ownerUrl)
    const restored = await createDatabase('restored')
    await program('pg_restore', '--exit-on-error', `--dbname=${restored.ownerUrl}`, archive)
    expect(await describe(restored)).toEqual(await describe(filled))

    server = await startOn(restored)
    await signIn(server)
    expect(await verifyAuditLog(restored)).toMatch(
      /^The audit log is intact\. Events sealed: \d+, waiting: 0; /,
    )
  })

  async function asSuperuser(statement: string): Promise<void> {
    await onOneConnection(cluster.ownerUrl, (client) => client.query(statement))
  }

  /** Creates an empty database as described in docs/operating.md. */
  async function createDatabase(name: string): Promise<DatabaseRoles> {
    await asSuperuser(`create database ${name} owner ${owner}`)
    const url = new URL(cluster.url)
    url.pathname = name
    const ownerUrl = new URL(url)
    ownerUrl.username = owner
    ownerUrl.password = 'dono'
    return { url: url.href, ownerUrl: ownerUrl.href }
  }

  function startOn({ url, ownerUrl }: DatabaseRoles): Promise<ServerProcess> {
    return ServerProcess.start({
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      DATA_DIR: folder,
      DEMO: '1',
      CAPTCHA_PROVIDER: 'none',
    })
  }

  async function signIn({ url }: ServerProcess): Promise<void> {
    const client = new PortalClient(url)
    await client.enterConsole(await client.signIn('admin@portaria.example'))
  }

  function describe({ ownerUrl }: DatabaseRoles): Promise<string[]> {
    return onOneConnection(ownerUrl, describeSchema)
  }

  async function verifyAuditLog({ url }: DatabaseRoles): Promise<string> {
    const script = join(import.meta.dirname, '../../scripts/audit-verify.ts')
    const env = { PATH: process.env['PATH'], ...bareEnvironment(3000), DATABASE_URL: url }
    return (await run(process.execPath, [script], { cwd: folder, env })).stdout
  }

  async function program(name: string, ...args: string[]): Promise<void> {
    await run(join(debianPostgres(), 'bin', name), args)
  }
})
