/** One client floods a server of its own, and an administrator from another network works meanwhile (docs/security/limits.md). */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../testing/console-client.ts'
import type { Flood, FloodResult } from '../testing/flooder.ts'
import { ServerProcess } from '../testing/server-process.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { ownerUrlOf } from '../testing/test-database.ts'
import { TestTrips } from '../testing/test-trips.ts'

let app: TestApp
let server: ServerProcess
let bystander: ConsoleClient
/** 95th percentile of the bystander without a flood, in milliseconds. */
let idle: number

beforeAll(async () => {
  app = await createTestApp()
  server = await ServerProcess.start({
    DATABASE_URL: app.databaseUrl,
    DATABASE_OWNER_URL: ownerUrlOf(app.databaseUrl),
  })
  const { client } = server
  const trips = new TestTrips(client, app.db, app.app.keyring)
  bystander = await administratorOf({ client, trips, build: app.build })
  await measure(2)
  idle = percentile95(await measure(3))
}, 120_000)
afterAll(async () => {
  await server.stop()
  await app.close()
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

/** Runs a flood for some seconds, with the bystander working in all of them but the first. */
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
  return { ratio: attacked / idle, memory: after / before, ...result }
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'host: localhost', ...headers, ''].join('\r\n')

describe.each([200, 1000, 3000])('%i connections of one network', (connections) => {
  test('read the database without signing in', async () => {
    const { ratio, memory } = await under({ connections, request: get('/api/secret-question') })
    expect(ratio).toBeLessThanOrEqual(3)
    expect(memory).toBeLessThanOrEqual(1.5)
  }, 60_000)
})

test('one connection pipelines', async () => {
  const flood = { connections: 1, request: get('/api/secret-question'), pipelined: 20_000 }
  const { ratio, memory } = await under(flood)
  expect(ratio).toBeLessThanOrEqual(3)
  expect(memory).toBeLessThanOrEqual(1.5)
}, 60_000)
