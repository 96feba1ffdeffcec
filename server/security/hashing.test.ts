import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashing } from '../secrets/password-hash.ts'
import { defaultPassword } from '../testing/builders.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'
import type { SignedIn } from '../testing/test-trips.ts'

/** What one client can have hashed, and who waits for it (docs/security/limits.md). */
describe('the queue of what is hashed', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  const sockets: Socket[] = []
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
  })

  /** Sends requests one after the other without waiting for answers (RFC 9112 §9.3.2). */
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

  test('nothing is hashed for a write before the proof of identity', async () => {
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

  test('a session has 32 at most in it and is told 503 for more, with when to try again', async () => {
    const { email } = await app.build.user()
    const who = await app.trips.signIn(email)
    // Each is a right password, so none of them waits for its turn.
    const shown = { basic: Buffer.from(`${email}:${defaultPassword}`).toString('base64') }
    const answers = await Promise.all(
      Array.from({ length: 80 }, () =>
        app.client.call('userLocalAuthValidate', { ...who, body: shown }),
      ),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expect(answer.outcome).toBe('503 unavailable')
      expect(answer.headers.get('retry-after')).toBe('5')
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true)
  })

  test('who hangs up is forgotten: what was not begun is never hashed', async () => {
    const { hostname, port } = new URL(app.url)
    const before = hashing.begun
    const left = connect(Number(port), hostname)
    await once(left, 'connect')
    const { authorization } = basic('ninguem@operadora.example', 'errada')
    const request = `POST /api/auth-local HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\ncontent-length: 0\r\n\r\n`
    const ordered = hashing.ordered
    left.write(request.repeat(100))
    await expect.poll(() => hashing.ordered, { timeout: 20_000 }).toBeGreaterThan(ordered + 4)
    left.destroy()
    const { email } = await app.build.user()
    const answer = await app.client.call('authLocal', { headers: basic(email, defaultPassword) })
    expect(answer.outcome).toBe('200')
    expect(hashing.begun - before).toBeLessThan(50)
  })
})
