/**
 * On SIGTERM the server answers pending requests and then exits immediately, whatever connections are open (issue 8,
 * row 14; rulings §9).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findFreePort } from '../testing/free-port.ts'
import { connectTo } from '../testing/raw-http.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { testEnvironment } from '../testing/test-environment.ts'

let app: TestApp
let server: ChildProcess
let url: string
let client: pg.Client

beforeAll(async () => {
  app = await createTestApp()
  client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
})
afterEach(() => server.kill('SIGKILL'))
afterAll(async () => {
  await client.end()
  await app.close()
})
beforeEach(async () => {
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}`
  server = spawn(process.execPath, [join(import.meta.dirname, '../../server/main.ts')], {
    env: { PATH: process.env['PATH'], ...testEnvironment(port, app.databaseUrl) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await vi.waitFor(async () => expect((await fetch(`${url}/api/health/ready`)).status).toBe(200), {
    timeout: 60_000,
    interval: 50,
  })
})

/** Sends SIGTERM. Returns the exit code and the milliseconds until the exit. */
async function terminate(): Promise<{ code: unknown; after: number }> {
  const began = performance.now()
  server.kill('SIGTERM')
  const [code] = (await once(server, 'exit')) as unknown[]
  return { code, after: performance.now() - began }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

/** Opens a keep-alive connection and waits for its first response. */
async function keptAlive(): Promise<Socket> {
  const socket = await connectTo(url)
  socket.write(get('/api/health/live'))
  await once(socket, 'data')
  return socket
}

describe('a server that receives SIGTERM', () => {
  test('exits immediately although many connections are kept alive', async () => {
    const sockets = await Promise.all(Array.from({ length: 50 }, keptAlive))
    const silent = await connectTo(url)
    const closed = [...sockets, silent].map((socket) => once(socket.resume(), 'close'))
    const { code, after } = await terminate()
    expect(code).toBe(0)
    expect(after).toBeLessThan(5000)
    await Promise.all(closed)
  })

  test('answers pending requests with `connection: close` and exits immediately', async () => {
    // A read that waits for the lock on its table.
    await client.query('begin; lock table secret_questions in access exclusive mode')
    const socket = await connectTo(url)
    const received = text(socket)
    socket.write(get('/api/secret-question'))
    await vi.waitFor(async () => {
      const { rows } = await client.query(
        'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
      )
      expect(rows).toHaveLength(1)
    }, 15_000)
    const ended = terminate()
    await vi.waitFor(
      () =>
        expect(fetch(`${url}/api/health/live`)).rejects.toMatchObject({
          cause: { code: 'ECONNREFUSED' },
        }),
      15_000,
    )
    await client.query('rollback')
    const { code, after } = await ended
    expect(code).toBe(0)
    expect(after).toBeLessThan(5000)
    expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n(.+\r\n)*connection: close\r\n/i)
  })

  test('waits eight seconds for the rest of a request, and no longer', async () => {
    const socket = await connectTo(url)
    socket.on('error', () => undefined)
    socket.resume()
    socket.write(
      'POST /api/user/valid HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{',
    )
    await fetch(`${url}/api/health/live`)
    const { code, after } = await terminate()
    expect(code).toBe(0)
    expect(after).toBeGreaterThan(7500)
    expect(after).toBeLessThan(9900)
  })
})
