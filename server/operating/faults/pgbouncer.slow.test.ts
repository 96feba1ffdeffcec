/** A real pgbouncer with its default settings, except for the pool mode. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throughLink } from '../../../test/testing/breakable-link.ts'
import { findFreePort } from '../../../test/testing/free-port.ts'
import { describeWith } from '../../../test/testing/machine-needs.ts'
import { waitUntilAccepts } from '../../../test/testing/proxy-process.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'
import { testEnvironment } from '../../../test/testing/test-environment.ts'
import { type App, createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { checkChannel } from '../../database/notification-check.ts'
import { onOneConnection } from '../../database/one-connection.ts'
import { systemClock } from '../../shared/clock.ts'

/** Waits until the process has sent this many checks, one every five seconds. */
function receiveChecks(url: string, count: number): Promise<void> {
  return onOneConnection(url, async (client) => {
    await client.query(`listen ${checkChannel}`)
    for (let n = 0; n < count; n++) await once(client, 'notification')
  })
}

// Optional, because our CI may lack the mirror of Debian.
describeWith('pgbouncer', 'behind pgbouncer', { timeout: 60_000, optional: true }, () => {
  let app: TestApp
  let pooler: ChildProcess
  let folder: string
  let behind: App
  let lines: string[]

  beforeEach(async () => {
    app = await createTestApp()
    folder = mkdtempSync(join(tmpdir(), 'portaria-pgbouncer-'))
    lines = []
  })
  afterEach(async () => {
    await behind.close()
    const exited = once(pooler, 'exit')
    pooler.kill('SIGINT')
    await exited
    rmSync(folder, { recursive: true })
    await app.close()
  })

  /** Starts pgbouncer, and the product behind it. */
  async function start(mode: 'session' | 'transaction'): Promise<void> {
    const { hostname, port: to, username, password } = new URL(app.databaseUrl)
    const port = await findFreePort()
    const users = join(folder, 'users.txt')
    const settings = join(folder, 'pgbouncer.ini')
    writeFileSync(users, `"${username}" "${password}"\n`)
    writeFileSync(
      settings,
      `[databases]
* = host=${hostname} port=${to}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 25
`,
    )
    for (const path of [folder, users, settings]) chmodSync(path, 0o755)
    pooler = spawn('/usr/sbin/pgbouncer', ['--quiet', '-u', 'postgres', settings], {
      stdio: 'ignore',
    })
    await waitUntilAccepts(port, pooler)
    const url = throughLink(app.databaseUrl, port)
    behind = await createApp({
      config: readConfig(testEnvironment(port, app.databaseUrl)),
      databaseUrl: url,
      clock: systemClock,
      log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    })
  }
  const ready = async () => (await behind.fastify.inject('/api/health/ready')).statusCode

  test('in session mode the process is ready and receives the changes of other processes', async () => {
    await start('session')
    expect(await ready()).toBe(200)
    const received: string[] = []
    behind.changes.onChange((change) => {
      if (change.kind === 'rows') received.push(...change.keys)
    })
    const { id } = await app.build.user()
    await app.db.updateTable('users').set({ name: 'Outro' }).where('id', '=', id).execute()
    await vi.waitFor(() => expect(received).toContain(`user:${id}`))
    // The periodic check succeeds, too: the second one begins after the first has ended.
    await receiveChecks(app.databaseUrl, 2)
    expect(behind.changes).toMatchObject({ connected: true, notificationFailure: undefined })
  })

  test('in transaction mode the process is not ready, and says why', async () => {
    await start('transaction')
    expect(behind.changes.notificationFailure).toContain('pool_mode = session')
    expect(behind.changes.connected).toBe(false)
    expect(await ready()).toBe(503)
    expect(lines.filter((line) => line.includes('change notifications do not'))).toHaveLength(1)
  })
})
