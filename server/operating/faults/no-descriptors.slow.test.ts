import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../../test/testing/console-client.ts'
import { ImportDesk } from '../../../test/testing/import-desk.ts'
import { companyFile, newLine } from '../../../test/testing/company-lines.ts'
import { describeWith } from '../../../test/testing/machine-needs.ts'
import { ServerProcess } from '../../../test/testing/server-process.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'
import { ownerUrlOf } from '../../../test/testing/test-database.ts'
import { TestTrips } from '../../../test/testing/test-trips.ts'

const title = 'a server without file descriptors left'
describeWith('prlimit', title, { timeout: 60_000 }, () => {
  let app: TestApp
  let server: ServerProcess
  let desk: ImportDesk

  beforeAll(async () => {
    app = await createTestApp()
    server = await ServerProcess.start({
      DATABASE_URL: app.databaseUrl,
      DATABASE_OWNER_URL: ownerUrlOf(app.databaseUrl),
    })
    const { client } = server
    const trips = new TestTrips(client, app.db, app.app.keyring)
    desk = new ImportDesk(await administratorOf({ client, trips, build: app.build }), 'companies')
    await desk.draft(file)
  }, 90_000)
  afterAll(async () => {
    await server.stop()
    await app.close()
  })

  afterEach(() => limitDescriptors(server.pid, ordinary))

  test('responds to an upload with 503 and continues', async () => {
    limitDescriptors(server.pid, none)
    expect((await desk.send(file)).outcome).toBe('503 unavailable')
    limitDescriptors(server.pid, ordinary)
    expect((await desk.draft(file)).state).toBe('draft')
  })

  test('responds with 503 to calls for which it cannot open a database connection', async () => {
    const { client } = server
    const trips = new TestTrips(client, app.db, app.app.keyring)
    const administrators: ConsoleClient[] = []
    // The administrators sign in one after another, so that only a few database connections are open.
    for (let count = 0; count < 12; count += 1)
      administrators.push(await administratorOf({ client, trips, build: app.build }))
    // Opens HTTP connections between client and server, which stay open.
    await Promise.all(administrators.map(() => client.request('GET', '/api/health/live')))
    const lock = await app.db.startTransaction().execute()
    await sql`lock table companies in access exclusive mode`.execute(lock)
    limitDescriptors(server.pid, none)
    const asked = administrators.map((who) => who.callWith({}, 'companyList', { query: {} }))
    expect((await Promise.race(asked)).outcome).toBe('503 unavailable')
    await lock.commit().execute()
    const lists = await Promise.all(asked)
    expect([...new Set(lists.map(({ outcome }) => outcome))].sort()).toEqual([
      '200',
      '503 unavailable',
    ])
  })

  test('accepts connections again when descriptors are free', async () => {
    limitDescriptors(server.pid, none)
    const refused = await Promise.all(Array.from({ length: 20 }, () => connection(server.port)))
    expect((await desk.send(file)).outcome).toBe('503 unavailable')
    limitDescriptors(server.pid, ordinary)
    for (const socket of refused) socket.destroy()
    const socket = await connection(server.port)
    socket.write('GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('restarts its embedded database as soon as descriptors are free', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portaria-test-'))
    onTestFinished(() => rm(dataDir, { recursive: true, maxRetries: 5 }))
    const own = await ServerProcess.start({ DATA_DIR: dataDir })
    onTestFinished(async () => void (await own.stop()))
    const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    const database = Number(pidFile.split('\n')[0])
    limitDescriptors(own.pid, none)
    process.kill(database, 'SIGKILL')
    const ready = async () => (await own.client.request('GET', '/api/health/ready')).status
    await expect.poll(ready).toBe(503)
    limitDescriptors(own.pid, ordinary)
    await expect.poll(ready).toBe(200)
  })
})

const file = companyFile(newLine())

/** Limits of file descriptors: `none` leaves only stdin, stdout and stderr. */
const none = 3
const ordinary = 1024

function limitDescriptors(pid: number, limit: number): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${limit}:`])
}

/** Opens a connection at the TCP level; the server may close it immediately. */
async function connection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}
