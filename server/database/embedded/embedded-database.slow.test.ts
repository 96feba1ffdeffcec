import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { onOneConnection } from '../one-connection.ts'
import { AlreadyRunning, isRunning } from './data-dir-lock.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'

describe('the embedded database', { timeout: 60_000 }, () => {
  let dataDir: string
  const start = (durable = false) =>
    startEmbeddedDatabase({ dataDir, durable, log: () => undefined })

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portaria-test-'))
  })

  afterEach(async () => {
    await rm(dataDir, { recursive: true, maxRetries: 5 })
  })

  test('keeps its data across restarts', async () => {
    const first = await start()
    await query(first.ownerUrl, 'create table kept as select 1 as one')
    await first.stop()
    const second = await start()
    expect(await query(second.ownerUrl, 'select * from kept')).toEqual([{ one: 1 }])
    await second.stop()
  })

  test('closes its folder to other users of the machine, an existing folder too', async () => {
    chmodSync(dataDir, 0o755)
    const database = await start()
    const modes = ['', 'owner.json', 'postgres', 'postgres-password', 'postgres-server-password']
    const modeOf = (name: string) => (statSync(join(dataDir, name)).mode & 0o777).toString(8)
    expect(modes.map(modeOf)).toEqual(['700', '600', '700', '600', '600'])
    await database.stop()
  })

  test('refuses connections without the password', async () => {
    const database = await start()
    const url = new URL(database.url)
    url.password = 'wrong'
    await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    await database.stop()
  })

  test('refuses a second start on the same folder with a clear error', async () => {
    const database = await start()
    const refusal = start()
    await expect(refusal).rejects.toThrow(AlreadyRunning)
    await expect(refusal).rejects.toThrow(/^Portaria is already running on .* Stop it, or .*$/)
    await database.stop()
  })

  test('starts over after an interrupted creation', async () => {
    const draft = join(dataDir, 'postgres.new-1')
    mkdirSync(draft)
    writeFileSync(join(draft, 'PG_VERSION'), '18')
    const database = await start()
    expect(readdirSync(dataDir)).not.toContain('postgres.new-1')
    await database.stop()
  })

  test('restarts on the same port after a kill, even while a child process still runs', async () => {
    // fsync is on, because the new role could be lost otherwise.
    const database = await start(true)
    const killed = serverIn(dataDir)
    // During this statement, its process does not notice that the server has ended.
    const busy = query(database.ownerUrl, 'select count(*) from generate_series(1, 100000000000)')
    await expect
      .poll(() => query(database.ownerUrl, atWork), { timeout: 10_000 })
      .toEqual([{ count: 1 }])
    process.kill(killed, 'SIGKILL')
    await expect(busy).rejects.toThrow()
    const one = async () => query(database.url, 'select 1 as one').catch(() => 'not yet')
    await expect.poll(one, { timeout: 15_000 }).toEqual([{ one: 1 }])
    expect(serverIn(dataDir)).not.toBe(killed)
    await database.stop()
  })

  test('is used with a role that owns nothing; older folders get this role at the next start', async () => {
    const before = await start()
    await query(before.ownerUrl, 'drop role portaria_server')
    await before.stop()
    const passwordFile = join(dataDir, 'postgres-server-password')
    rmSync(passwordFile)

    const database = await start()
    expect(await query(database.url, whoAmI)).toEqual([{ me: 'portaria_server', super: false }])
    expect(await query(database.ownerUrl, whoAmI)).toEqual([{ me: 'portaria', super: true }])
    expect(statSync(passwordFile).mode & 0o777).toBe(0o600)
    await database.stop()
  })

  test('stops with the process that started it, even after a kill', async () => {
    const owner = await startElsewhere(dataDir)
    const server = serverIn(dataDir)
    owner.kill('SIGKILL')
    await expect.poll(() => isRunning(server), { timeout: 10_000 }).toBe(false)
    await expect.poll(() => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  test('starts immediately after its owner was killed', async () => {
    const owner = await startElsewhere(dataDir)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    const database = await start()
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await database.stop()
  })

  test('does not mistake another process for its server', async () => {
    await (await start()).stop()
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    writeFileSync(pidFile, `${process.pid}\n`)
    const database = await start()
    expect(serverIn(dataDir)).not.toBe(process.pid)
    await database.stop()
  })
})

const atWork = `select count(*)::int from pg_stat_activity where query like '%generate_series%' and pid <> pg_backend_pid()`
const whoAmI = `select rolname as me, rolsuper as super from pg_roles where rolname = current_user`

async function query(url: string, sql: string): Promise<unknown[]> {
  return onOneConnection(url, async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows
  })
}

/** Starts the database from a separate process and waits until it runs. */
async function startElsewhere(dataDir: string): Promise<ChildProcess> {
  const program = `
    const { startEmbeddedDatabase } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-database.ts'))})
    const dataDir = ${JSON.stringify(dataDir)}
    await startEmbeddedDatabase({ dataDir, durable: false, log: () => undefined })
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

function serverIn(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}
