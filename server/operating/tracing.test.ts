import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { defaultPassword } from '../../test/testing/builders.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { Mailbox } from '../../test/testing/mailbox.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { startRealProvider } from '../../test/testing/real-provider.ts'
import { TestBrowser } from '../../test/testing/test-browser.ts'
import { basic } from '../../test/testing/test-client.ts'
import { TraceCollector } from '../../test/testing/trace-collector.ts'
import type { TracingConfig } from '../config-tracing.ts'
import { hashing, ownWork } from '../secrets/password-hash.ts'
import { tracer } from '../shared/trace.ts'
import { startTracing } from './tracing.ts'

const settings = { serviceName: 'portaria', sampledShare: 1, timeout: 10_000, compression: 'none' }
const log: string[] = []
const logger = pino({}, { write: (line) => void log.push(line) })

let collector: TraceCollector
let stop: () => Promise<void>

async function begin(config: Partial<TracingConfig> = {}): Promise<void> {
  const endpoint = await collector.open()
  stop = startTracing(
    { ...settings, url: `${endpoint}/v1/traces`, ...config } as TracingConfig,
    logger,
  )
}

beforeAll(() => {
  collector = new TraceCollector()
})

describe('traces', () => {
  const mailbox = new Mailbox()
  let app: TestApp

  beforeAll(async () => {
    await begin()
    app = await createTestApp({ config: { smtpUrl: await mailbox.open(), accessLog: true } })
  })
  afterAll(async () => {
    await app.close()
    await stop()
    collector.close()
    await mailbox.close()
  })

  /** Calls the operation and returns the spans of its trace, the first span first. */
  async function traceOf(answer: { headers: Headers }) {
    const id = answer.headers.get('x-request-id') ?? ''
    const root = await vi.waitFor(
      () => {
        const found = collector.spans.find(
          ({ attributes }) => attributes['portaria.request.id'] === id,
        )
        if (!found) throw new Error(`The trace of request ${id} was not received.`)
        return found
      },
      { timeout: 10_000 },
    )
    return [root, ...collector.trace(root.traceId).filter((span) => span !== root)] as const
  }

  test('a sign-in contains the wait for the password hash, the hash and its statements', async () => {
    const { email } = await app.build.user()
    // Occupies all slots of the queue, so that the sign-in waits.
    let end = (): void => undefined
    const held = new Promise<void>((resolve) => (end = resolve))
    const jobs = Array.from({ length: 64 }, () => hashing.run(ownWork, () => held))
    const before = hashing.length
    const signIn = app.client.call('authLocal', { headers: basic(email, defaultPassword) })
    await vi.waitFor(() => expect(hashing.length).toBeGreaterThan(before), { interval: 5 })
    end()
    const answer = await signIn
    expect(answer.status).toBe(200)
    await Promise.all(jobs)

    const [root, ...spans] = await traceOf(answer)
    expect(root).toMatchObject({
      name: 'POST /api/auth-local',
      parentId: '',
      failed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/auth-local',
        'http.response.status_code': 200,
        'portaria.operation': 'authLocal',
      },
      resource: { 'service.name': 'portaria' },
    })
    const names = spans.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['wait passwords', 'run passwords']))
    const statement = spans.find(({ name }) => name.startsWith('SELECT users'))
    expect(statement?.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'db.collection.name': 'users',
    })
    const ids = new Set([root?.spanId, ...spans.map(({ spanId }) => spanId)])
    for (const span of spans) expect(ids).toContain(span.parentId)
  })

  test('the delivery of a mail is a trace of its own, linked to the request that wrote it', async () => {
    const { email } = await app.build.user()
    const session = await app.trips.begin(email)
    const sent = await app.client.call('userChooseMfa', {
      body: { session, email, answer: 'EMAIL_OTP' },
    })
    const [writing, ...spans] = await traceOf(sent)
    expect(spans.some(({ name }) => name === 'INSERT outbox')).toBe(true)
    const delivery = await vi.waitFor(
      () => {
        const found = collector
          .named('deliver email')
          .find(({ links }) => links.includes(writing?.traceId ?? ''))
        expect(found).toBeDefined()
        return found
      },
      { timeout: 10_000 },
    )
    expect(delivery?.traceId).not.toBe(writing?.traceId)
    expect(delivery?.attributes['portaria.message.id']).toMatch(/^[\w-]{36}$/)
    const steps = collector.trace(delivery?.traceId ?? '').map(({ name }) => name)
    expect(steps).toEqual(expect.arrayContaining(['send email', 'UPDATE outbox']))
    // Reading the outbox is work of the server, not of the request.
    expect(collector.trace(writing?.traceId ?? '').map(({ name }) => name)).not.toContain(
      'send email',
    )
  })

  test('a body that arrives after the head does not interrupt the trace', async () => {
    const { email } = await app.build.user()
    const body = JSON.stringify({ session: 'x'.repeat(43), email, answer: 'EMAIL_OTP' })
    const received = once(app.app.fastify.server, 'request')
    const call = request(`${app.url}/api/user/choose-mfa`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    })
    call.flushHeaders()
    await received
    call.end(body)
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    response.resume()
    const id = String(response.headers['x-request-id'])
    const [, ...spans] = await traceOf({ headers: new Headers({ 'x-request-id': id }) })
    expect(spans.map(({ name }) => name)).toContain('SELECT challenges')
  })

  test('a failed delivery is marked with the type of the error', async () => {
    mailbox.refusals = 1
    const { email } = await app.build.user()
    await app.client.call('userChooseMfa', {
      body: { session: await app.trips.begin(email), email, answer: 'EMAIL_OTP' },
    })
    await vi.waitFor(
      () => expect(collector.named('send email').some(({ failed }) => failed)).toBe(true),
      { timeout: 10_000 },
    )
    const failed = collector.named('deliver email').filter((span) => span.failed)
    expect(failed.map(({ attributes }) => attributes['error.type'])).toEqual(['EMESSAGE'])
  })

  test('a traceparent of the client is ignored', async () => {
    const given = '4bf92f3577b34da6a3ce929d0e0e4736'
    const answer = await app.client.request('GET', '/api/health/ready', {
      headers: { traceparent: `00-${given}-00f067aa0ba902b7-00`, tracestate: 'a=b' },
    })
    const [root] = await traceOf(answer)
    expect(root?.parentId).toBe('')
    expect(root?.traceId).not.toBe(given)
    expect(collector.received).not.toContain('00f067aa0ba902b7')
  })

  test('access log and refusals have the trace id, also from the fast path', async () => {
    const who = await app.trips.enter(await app.build.user())
    const answers = [
      await app.trips.valid(who),
      await app.trips.valid(who),
      await app.client.call('authLocal', { headers: basic('nada@x.example', 'errada') }),
    ]
    for (const answer of answers) {
      const [root] = await traceOf(answer)
      const id = answer.headers.get('x-request-id')
      const lines = app.log
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ requestId, msg }) => requestId === id && msg !== undefined)
      expect(lines.length).toBeGreaterThan(0)
      for (const line of lines) expect(line['traceId']).toBe(root?.traceId)
    }
  })

  test('an unknown path has no route, and its text is not exported', async () => {
    const answer = await app.client.request('GET', '/api/segredo-no-caminho?code=segredo-na-busca')
    const [root] = await traceOf(answer)
    expect(root).toMatchObject({ name: 'GET', attributes: { 'http.response.status_code': 404 } })
    expect(collector.received).not.toContain('segredo-n')
  })

  test('no personal data and no secret is exported', async () => {
    const password = 'Senha-Secreta-Traços-9!'
    const person = await app.build.user({
      email: 'fulana.rastreada@operadora.example',
      password,
      phone: '5511987651234',
    })
    const session = await app.trips.begin(person.email, password)
    const code = await app.trips.sendCode(session, person.email)
    const signedIn = (await app.trips.answer(session, person.email, code)).data
    const administrator = await administratorOf(app)
    const name = 'Beltrano Rastreado'
    const cpf = '52998224725'
    const body = {
      name,
      email: 'beltrano@operadora.example',
      phone_number: '5511912345678',
      code: cpf,
      company_id: [administrator.person.company.id],
    }
    expect((await administrator.call('userCreate', { body })).outcome).toBe('200')
    await administrator.call('userSearch', { body: { filters: { name } } })
    await traceOf(
      await administrator.call('userSearch', { body: { filters: { email: 'beltrano@' } } }),
    )
    await vi.waitFor(() => expect(mailbox.received.join()).toContain('beltrano'), {
      timeout: 10_000,
    })
    await traceOf(await app.trips.valid(administrator.who))
    const secrets = [
      [person.email, 'fulana', 'operadora.example', '987651234', password, session, code],
      [signedIn.access_token, administrator.who.token, administrator.who.cookie],
      [name, cpf, 'beltrano', '912345678', '127.0.0.1', defaultPassword],
      Object.values(basic(person.email, password)),
    ].flat()
    const sent = collector.received.toLowerCase()
    expect(secrets.filter((secret) => sent.includes(secret.toLowerCase()))).toEqual([])
    expect(sent).not.toMatch(/[\w.]+@[\w-]+\.[a-z]/)
  })
})

describe('a sign-in through an identity provider', () => {
  let world: Awaited<ReturnType<typeof startRealProvider>>

  beforeAll(async () => {
    collector = new TraceCollector()
    await begin()
    world = await startRealProvider([])
  })
  afterAll(async () => {
    await world.stop()
    await stop()
    collector.close()
  })

  test('contains the calls of the provider, without its addresses', async () => {
    const { status } = await world.world.start(new TestBrowser(), { purpose: 'sign-in' })
    expect(status).toBe(200)
    const [call] = await vi.waitFor(
      () => {
        const found = collector.named('GET identity provider')
        expect(found).not.toEqual([])
        return found
      },
      { timeout: 10_000 },
    )
    expect(call?.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
    })
    const root = collector.trace(call?.traceId ?? '').find(({ parentId }) => parentId === '')
    expect(root?.name).toBe('POST /api/federated/start')
    expect(collector.received).not.toContain('openid-configuration')
  })
})

describe('a collector that', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(() => {
    collector = new TraceCollector()
    log.length = 0
  })
  afterEach(async () => {
    await stop()
    collector.close()
  })

  const spin = async (spans: number) => {
    for (let n = 0; n < spans; n += 1) {
      tracer?.start({ name: 'filler', root: true })?.end()
      if (n % 512 === 0) await new Promise(setImmediate)
    }
  }

  test('refuses causes one warning, however many spans are lost', async () => {
    collector.status = 400
    await begin()
    await spin(5000)
    await vi.waitFor(() => expect(log.length).toBe(1), { timeout: 10_000 })
    await spin(5000)
    await vi.waitFor(() => expect(collector.headers.length).toBeGreaterThan(4), { timeout: 10_000 })
    expect(log.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 40, msg: 'traces are not delivered' },
    ])
  })

  test('never responds delays neither requests nor the end of the process, and memory is bounded', async () => {
    collector.status = undefined
    await begin({ timeout: 60_000 })
    await spin(20_000)
    const heap = process.memoryUsage().heapUsed
    await spin(100_000)
    expect(process.memoryUsage().heapUsed - heap).toBeLessThan(100e6)
    const began = performance.now()
    expect((await app.client.request('GET', '/api/health/live')).status).toBe(200)
    await stop()
    expect(performance.now() - began).toBeLessThan(3000)
  })

  test('receives nothing if no trace is sampled', async () => {
    await begin({ sampledShare: 0 })
    expect(tracer?.start({ name: 'root', root: true })).toBeUndefined()
    await stop()
    expect(collector.headers).toEqual([])
  })
})
