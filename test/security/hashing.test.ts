import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobFor } from '../../server/pipeline/work-order.ts'
import { hashing, ownWork, setHashCost } from '../../server/secrets/password-hash.ts'
import { defaultPassword } from '../testing/builders.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { administratorOf } from '../testing/console-client.ts'
import { facts } from '../testing/session-world.ts'
import { type Answer, basic } from '../testing/test-client.ts'
import type { SignedIn } from '../testing/test-trips.ts'

setHashCost()

/** Limits of queued password hashes per client (docs/security/limits.md). */
describe('the hashing queue', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  const sockets: Socket[] = []
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
  })

  /** Pipelines requests (RFC 9112 §9.3.2). */
  async function pipeline(requests: string[]): Promise<Socket> {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(requests.join(''))
    return socket
  }

  function secretQuestion(who: SignedIn, body: object): string {
    const json = JSON.stringify(body)
    return [
      'POST /api/user/secret-question HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${who.token}`,
      `cookie: ${who.cookie}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(json)}`,
      '',
      json,
    ].join('\r\n')
  }

  const answersIn = (text: string, status: number) => text.split(`HTTP/1.1 ${status}`).length - 1

  test('a write hashes nothing before identity is confirmed', async () => {
    const { email, id } = await app.build.user()
    const who = await app.trips.signIn(email)
    const before = hashing.ordered
    const socket = await pipeline(
      Array<string>(50).fill(secretQuestion(who, { user: id, question: 1, response: 'x' })),
    )
    let text = ''
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()))
    await expect.poll(() => answersIn(text, 403), { timeout: 20_000 }).toBe(50)
    expect(hashing.ordered).toBe(before)
  })

  test('a password reset without permission hashes nothing', async () => {
    const admin = await administratorOf(app)
    const before = hashing.ordered
    const body = { email: 'ninguem@operadora.example' }
    expect((await admin.call('userResetPassword', { body })).outcome).toBe('404 user-not-found')
    // Confirming identity hashes the administrator's own password.
    expect(hashing.ordered - before).toBe(1)
  })

  /** Blocks all queued jobs until the returned function is called. */
  function holdUp() {
    let resume = (): void => undefined
    const held = new Promise<void>((resolve) => (resume = resolve))
    const running = Array.from({ length: availableParallelism() + 1 }, () =>
      hashing.run(ownWork, () => held),
    )
    return async () => {
      resume()
      await Promise.all(running)
    }
  }

  test('a session has at most 32 queued jobs and gets 503 with retry-after beyond that', async () => {
    const { email } = await app.build.user()
    const who = await app.trips.signIn(email)
    const resume = holdUp()
    // All passwords are correct, so no rate limit applies.
    const shown = { basic: Buffer.from(`${email}:${defaultPassword}`).toString('base64') }
    const refused: Answer<unknown>[] = []
    const calls = Array.from({ length: 40 }, async () => {
      const answer = await app.client.call('userLocalAuthValidate', { ...who, body: shown })
      if (answer.status !== 200) refused.push(answer)
    })
    await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(8)
    expect(hashing.length).toBe(32)
    await resume()
    await Promise.all(calls)
    expect(refused).toHaveLength(8)
    for (const answer of refused) {
      expect(answer.outcome).toBe('503 unavailable')
      expect(answer.headers.get('retry-after')).toBe('5')
    }
  })

  /** Queues empty jobs for this address and returns the refused ones. */
  async function refusedOf(count: number, address: string): Promise<Promise<unknown>[]> {
    const orders = Array.from({ length: count }, () =>
      hashing.run(jobFor(facts({ address })), () => Promise.resolve()),
    )
    const refused: Promise<unknown>[] = []
    for (const order of orders) order.catch(() => refused.push(order))
    await Promise.resolve()
    await Promise.resolve()
    return refused
  }

  test('a network (IPv4 address or IPv6 /64) has at most 128 queued jobs, and all networks together have 256', async () => {
    const resume = holdUp()
    expect(await refusedOf(130, '192.0.2.1')).toHaveLength(2)
    expect(await refusedOf(100, '2001:db8::1')).toHaveLength(0)
    expect(await refusedOf(28, '2001:db8::2')).toHaveLength(0)
    // In a full queue, jobs of a new network displace those of the network with the most jobs.
    expect(await refusedOf(5, '198.51.100.1')).toHaveLength(0)
    expect(hashing.length).toBe(256)
    await resume()
    await expect.poll(() => hashing.length).toBe(0)
  })

  test('jobs of a disconnected client are dropped before they are hashed', async () => {
    const { hostname, port } = new URL(app.url)
    const before = hashing.begun
    const left = connect(Number(port), hostname)
    await once(left, 'connect')
    const { authorization } = basic('ninguem@operadora.example', 'errada')
    const request = `POST /api/auth-local HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\ncontent-length: 0\r\n\r\n`
    const ordered = hashing.ordered
    left.write(request.repeat(90))
    await expect.poll(() => hashing.ordered, { timeout: 20_000 }).toBeGreaterThan(ordered + 4)
    left.destroy()
    const { email } = await app.build.user()
    const answer = await app.client.call('authLocal', { headers: basic(email, defaultPassword) })
    expect(answer.outcome).toBe('200')
    expect(hashing.begun - before).toBeLessThan(50)
  })
})
