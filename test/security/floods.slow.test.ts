/** One client floods a server while an administrator from another network uses it (docs/security/limits.md). */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { administratorOf, type ConsoleClient } from '../testing/console-client.ts'
import type { Flood, FloodResult } from '../testing/flooder.ts'
import { describeWith } from '../testing/machine-needs.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { ownerUrlOf } from '../testing/test-database.ts'
import { TestTrips } from '../testing/test-trips.ts'

let app: TestApp
let server: ServerProcess
let bystander: ConsoleClient
let attacker: ConsoleClient
/** 95th percentile of the bystander's response times without a flood, in milliseconds. */
let idle: number

beforeAll(async () => {
  app = await createTestApp()
  server = await ServerProcess.start(databaseOf(app))
  const { client } = server
  const trips = new TestTrips(client, app.db, app.app.keyring)
  bystander = await administratorOf({ client, trips, build: app.build })
  attacker = await administratorOf({ client, trips, build: app.build })
  await measure(2)
  idle = percentile95(await measure(3))
}, 120_000)
afterAll(async () => {
  await server.stop()
  await app.close()
})

const databaseOf = ({ databaseUrl }: TestApp) => ({
  DATABASE_URL: databaseUrl,
  DATABASE_OWNER_URL: ownerUrlOf(databaseUrl),
})

/** Opens HOME again and again, and returns the milliseconds of each call. Every call must succeed. */
async function measure(seconds: number): Promise<number[]> {
  const durations: number[] = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const start = performance.now()
    const { outcome } = await bystander.callWith({}, 'homeGet', {})
    expect(outcome).toBe('200')
    durations.push(performance.now() - start)
  }
  return durations
}

const percentile95 = (durations: readonly number[]): number =>
  durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.95)] ?? Infinity

const residentMb = async (): Promise<number> => {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Runs a flood for six seconds. Measures the bystander after the first second of the flood. */
async function under(flood: Omit<Flood, 'port' | 'seconds'>) {
  const seconds = 6
  const order: Flood = { ...flood, port: server.port, seconds }
  const before = await residentMb()
  const program = join(import.meta.dirname, '../testing/flooder.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = text(child.stdout)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const attacked = percentile95(await measure(seconds - 2))
  const result = JSON.parse((await output).trim()) as FloodResult
  const after = await residentMb()
  console.log({ idle, attacked, before, after, ...result })
  return { attacked, memory: after / before, ...result }
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'host: localhost', ...headers, '', ''].join('\r\n')

/**
 * Maximum 95th percentile of the bystander's response times in milliseconds. It is high because other tests run at the
 * same time; `npm run bench` measures on an idle machine. Without limits it was 2,400 with 200 connections and 24,600
 * with 3,000.
 */
const maxAttacked = 2000

test.each([200, 1000, 3000])(
  '%i connections of one network that read the database without signing in',
  async (connections) => {
    const { attacked, memory } = await under({
      connections,
      requests: [get('/api/secret-question')],
    })
    expect(attacked).toBeLessThanOrEqual(maxAttacked)
    expect(memory).toBeLessThanOrEqual(1.5)
  },
  60_000,
)

test('one connection that pipelines 20,000 requests', async () => {
  const logged = server.logged
  const flood = { connections: 1, requests: [get('/api/secret-question')], pipelined: 20_000 }
  const { attacked, memory } = await under(flood)
  expect(attacked).toBeLessThanOrEqual(maxAttacked)
  expect(memory).toBeLessThanOrEqual(1.5)
  expect(server.logged - logged).toBeLessThanOrEqual(1_000_000)
}, 60_000)

test('1,000 concurrent calls of another signed-in user', async () => {
  const { token, cookie } = attacker.who
  const request = get('/api/my-data', `authorization: Bearer ${token}`, `cookie: ${cookie}`)
  const { attacked, memory } = await under({ connections: 1000, requests: [request] })
  expect(attacked).toBeLessThanOrEqual(maxAttacked)
  expect(memory).toBeLessThanOrEqual(1.5)
}, 60_000)

describeWith('prlimit', 'a server with 400 descriptors', { timeout: 60_000 }, () => {
  test('serves other networks without delay while one network holds 450 silent connections', async () => {
    const small = await ServerProcess.start(databaseOf(app), { descriptors: 400 })
    onTestFinished(async () => void (await small.stop()))
    const sockets = Array.from({ length: 450 }, () =>
      connect({ port: small.port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on(
        'error',
        () => undefined,
      ),
    )
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
    await vi.waitFor(() => expect(sockets.some(({ connecting }) => connecting)).toBe(false))
    const start = performance.now()
    expect((await small.client.request('GET', '/api/health/ready')).status).toBe(200)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
