import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { captchaHeader } from '../../contract/captcha.ts'
import { findFreePort } from '../testing/free-port.ts'
import { createTestApp, type TestApp, testEnvironment } from '../testing/test-app.ts'
import { type Answer, type Caller, TestClient } from '../testing/test-client.ts'
import { type SignedIn, TestTrips } from '../testing/test-trips.ts'

/** A server in a process of its own, as it runs in production. */
interface Server {
  process: ChildProcess
  trips: TestTrips
  client: TestClient
}

/** Shows a token of a captcha with every call, as a server that runs in earnest asks. */
class CaptchaPasser extends TestClient {
  override request<T = unknown>(
    method: string,
    path: string,
    caller: Caller & { body?: string | Uint8Array<ArrayBuffer> | undefined } = {},
  ): Promise<Answer<T>> {
    const headers = { ...caller.headers, [captchaHeader]: randomUUID() }
    return super.request<T>(method, path, { ...caller, headers })
  }
}

/** A captcha provider that finds everybody human. */
async function startCaptchaProvider(): Promise<HttpServer> {
  const provider = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"success":true}')
  })
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  return provider
}

describe('kill -9', () => {
  let app: TestApp
  let captcha: HttpServer
  const servers: ChildProcess[] = []

  beforeEach(async () => {
    captcha = await startCaptchaProvider()
  })

  afterEach(async () => {
    for (const server of servers) await kill(server)
    await app.close()
    captcha.close()
  })

  async function kill(server: ChildProcess): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }

  async function startServer(port: number): Promise<Server> {
    const { port: captchaPort } = captcha.address() as AddressInfo
    const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      env: {
        PATH: process.env['PATH'],
        ...testEnvironment(port, app.databaseUrl),
        CAPTCHA_PROVIDER: 'turnstile',
        CAPTCHA_SITE_KEY: 'site',
        CAPTCHA_SECRET: 'secret',
        CAPTCHA_VERIFY_URL: `http://127.0.0.1:${captchaPort}/siteverify`,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    servers.push(child)
    const client = new CaptchaPasser(`http://127.0.0.1:${port}`)
    await vi.waitFor(
      async () => expect((await client.request('GET', '/api/health/ready')).status).toBe(200),
      {
        timeout: 10_000,
        interval: 50,
      },
    )
    return { process: child, client, trips: new TestTrips(client, app.db, app.app.keyring) }
  }

  test('in the midst of sign-ins loses nothing that was acknowledged, and the next start works', async () => {
    app = await createTestApp()
    const people = await Promise.all(Array.from({ length: 12 }, () => app.build.user()))
    const port = await findFreePort()
    const first = await startServer(port)
    const acknowledged: SignedIn[] = []
    const challenges: string[] = []
    let killed = false
    const signInUntilKilled = async (email: string): Promise<void> => {
      while (!killed) {
        const session = await first.trips.begin(email)
        challenges.push(session)
        acknowledged.push(await first.trips.finish(session, email))
        // Far enough for others to be at every step of the way.
        if (acknowledged.length === 15) killed = first.process.kill('SIGKILL')
      }
    }
    // Whoever is on the way when it dies gets no answer.
    await Promise.allSettled(people.map(({ email }) => signInUntilKilled(email)))
    await kill(first.process)
    expect(acknowledged.length).toBeGreaterThanOrEqual(15)

    const second = await startServer(port)
    for (const { token, cookie } of acknowledged) {
      expect((await second.trips.validate(token, cookie)).status).toBe(200)
    }
    await expectWhole(acknowledged.length, challenges.length)
    const person = await app.build.visitor()
    const arrived = await second.trips.arrive(await second.trips.signIn(person.email), person.at)
    expect((await second.trips.validate(arrived.token)).status).toBe(200)
  })

  /** Each session has its token and its event, each challenge its event, and the chain holds. */
  async function expectWhole(sessions: number, challenges: number): Promise<void> {
    const { rows } = await sql<Record<string, number | null>>`select
      (select count(*) from sessions) as sessions,
      (select count(*) from challenges) as challenges,
      (select count(*) from sessions s where not exists (select from tokens t where t.session_id = s.id)) as without_token,
      (select count(*) from sessions s where not exists (
        select from audit_events a where a.session_id = s.id and a.event = 'sign-in.completed')) as without_event,
      (select count(*) from audit_events where event = 'sign-in.completed') - (select count(*) from sessions) as spare_events,
      (select count(*) from audit_events where event = 'sign-in.started') - (select count(*) from challenges) as spare_starts,
      (select sum(sends) from challenges) - (select count(*) from outbox) as lost_messages,
      audit_break() as broken`.execute(app.db)
    const [found] = rows
    expect(found?.['sessions']).toBeGreaterThanOrEqual(sessions)
    expect(found?.['challenges']).toBeGreaterThanOrEqual(challenges)
    expect(found).toMatchObject({
      without_token: 0,
      without_event: 0,
      spare_events: 0,
      spare_starts: 0,
      lost_messages: 0,
      broken: null,
    })
  }
})
