import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { minutes } from '../shared/clock.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  // A fast machine exchanges more codes during the rotations than a person may get.
  app = await createTestApp({ config: { codesPerHour: 1_000_000 } })
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const at = (id: number) => ({ params: { id: String(id) } })
const read = (id: number) => admin.call('moduleSecretGet', at(id))
const generate = (id: number) => admin.call('moduleSecretCreate', at(id))
const retire = (id: number, secretId: number) =>
  admin.call('moduleSecretRetire', { params: { id: String(id), secretId: String(secretId) } })

function audited(event: string) {
  return app.db
    .selectFrom('audit_events')
    .selectAll()
    .where('event', '=', event)
    .orderBy('seq', 'desc')
    .execute()
}

describe('a module secret', () => {
  test('is generated after a confirmation, and returned in plain text by each reading', async () => {
    const { id } = await app.build.module({ secret: false })
    expect((await read(id)).data).toMatchObject({
      secret: null,
      secret_generated: false,
      secrets: [],
    })
    expect((await admin.callWith({}, 'moduleSecretCreate', at(id))).outcome).toBe(
      '403 identity-confirmation-required',
    )
    const made = (await generate(id)).data
    expect(made).toMatchObject({ secret_generated: true, secrets: [{ last_used_at: null }] })
    expect(made.secret).toMatch(/^[\w-]{43}$/)
    const { created_by } = made.secrets[0] ?? {}
    expect(created_by).toBe(admin.who.decodedToken.user.name)
    const answer = await read(id)
    expect(answer.data).toEqual(made)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('causes an audit event for each reading, and appears in no event, log or other response', async () => {
    const { id } = await app.build.module({ secret: false })
    const secret = (await generate(id)).data.secret ?? ''
    const before = (await audited('module-secret.read')).length
    await read(id)
    await read(id)
    const events = await audited('module-secret.read')
    expect(events).toHaveLength(before + 2)
    expect(events[0]).toMatchObject({
      user_id: admin.person.id,
      target: `module:${id}`,
      operation: 'moduleSecretGet',
    })
    expect(await audited('module-secret.generated')).toContainEqual(
      expect.objectContaining({ target: `module:${id}`, confirmed_by: 'password' }),
    )
    const recorded = JSON.stringify(await app.db.selectFrom('audit_events').selectAll().execute())
    expect(recorded).not.toContain(secret)
    expect(app.log.join('')).not.toContain(secret)
    const stored = JSON.stringify(await app.db.selectFrom('module_secrets').selectAll().execute())
    expect(stored).not.toContain(secret)
    for (const path of [`/api/module/${id}`, '/api/module?take=50']) {
      expect((await app.client.request('GET', path, admin.who)).text).not.toContain(secret)
    }
    expect((await admin.call('moduleGet', at(id))).data.secret_generated).toBe(true)
  })

  test('rotates: at most two are live, and the last one cannot be retired', async () => {
    const { id } = await app.build.module({ secret: false })
    const first = (await generate(id)).data
    const second = (await generate(id)).data
    expect(second.secrets).toHaveLength(2)
    expect(second.secret).not.toBe(first.secret)
    expect((await generate(id)).failure).toMatchObject({
      code: 'module-secret-two-live',
      httpStatus: 409,
      httpMessage: 'O módulo já tem duas secrets ativas. Retire a antiga antes de gerar outra.',
    })
    const [newest, oldest] = second.secrets.map((secret) => secret.id)
    const left = (await retire(id, oldest ?? 0)).data
    expect(left).toMatchObject({ secret: second.secret, secrets: [{ id: newest }] })
    expect((await retire(id, newest ?? 0)).outcome).toBe('409 module-secret-last')
    expect((await retire(id, oldest ?? 0)).outcome).toBe('404 module-secret-not-found')
    expect((await generate(id)).data.secrets).toHaveLength(2)
  })

  test('is identified only by its id in the events of generating, reading and retiring', async () => {
    const { id } = await app.build.module({ secret: false })
    await read(id)
    expect(await lastEvent(app.db)).toMatchObject({ before: null, after: { read_secret_id: null } })
    const [oldest] = (await generate(id)).data.secrets.map((secret) => secret.id)
    expect(await lastEvent(app.db)).toMatchObject({
      before: null,
      after: { secret_id: oldest, slot: 1 },
    })
    const [newest] = (await generate(id)).data.secrets.map((secret) => secret.id)
    expect((await lastEvent(app.db)).after).toEqual({ secret_id: newest, slot: 2 })
    await read(id)
    expect((await lastEvent(app.db)).after).toEqual({ read_secret_id: newest })
    await retire(id, oldest ?? 0)
    expect(await lastEvent(app.db)).toMatchObject({
      before: { secret_id: oldest, slot: 1 },
      after: null,
    })
  })

  test('of another module is not found', async () => {
    const [one, other] = [await app.build.module(), await app.build.module()]
    await generate(one.id)
    const { secrets } = (await read(other.id)).data
    expect((await retire(one.id, secrets[0]?.id ?? 0)).outcome).toBe('404 module-secret-not-found')
    expect((await read(other.id)).data.secrets).toHaveLength(1)
    expect((await read(2_147_483_647)).outcome).toBe('404 module-not-found')
    expect((await generate(1)).outcome).toBe('409 module-secret-of-console')
  })

  test('of ten generated concurrently, two succeed', async () => {
    const { id } = await app.build.module({ secret: false })
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => admin.confirm('moduleSecretCreate', at(id))),
    )
    const answers = await Promise.all(
      codes.map((code) => admin.callWith({ code }, 'moduleSecretCreate', at(id))),
    )
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(2)
    expect(
      answers
        .filter(({ status }) => status !== 200)
        .every(({ outcome }) => outcome === '409 module-secret-two-live'),
    ).toBe(true)
  })

  test('authenticates the exchange while it is live, and its last use is recorded', async () => {
    const visitor = await app.build.visitor()
    const { module } = visitor
    const initial = await app.trips.enter(visitor)
    const exchangeWith = async (secret: string | undefined) => {
      const { code } = (await app.trips.askForCode(initial, visitor.at)).data
      return (await app.trips.exchange(code, { ...module, secret })).outcome
    }
    const second = (await generate(module.id)).data
    expect(await exchangeWith(module.secret)).toBe('200')
    expect(await exchangeWith(second.secret ?? '')).toBe('200')
    const oldest = (await read(module.id)).data.secrets.at(-1)
    expect(oldest?.last_used_at).not.toBeNull()
    await retire(module.id, oldest?.id ?? 0)
    expect(await exchangeWith(module.secret)).toBe('401 module-secret-invalid')
    expect(await exchangeWith(second.secret ?? '')).toBe('200')
  })

  test('records its last use at most once a minute', async () => {
    const visitor = await app.build.visitor()
    const initial = await app.trips.enter(visitor)
    const lastUse = async () => {
      const { code } = (await app.trips.askForCode(initial, visitor.at)).data
      await app.trips.exchange(code, visitor.module)
      return (await read(visitor.module.id)).data.secrets[0]?.last_used_at
    }
    const first = app.clock.now().toISOString()
    expect(await lastUse()).toBe(first)
    app.clock.advance(minutes(1))
    expect(await lastUse()).toBe(first)
    app.clock.advance(1)
    expect(await lastUse()).toBe(app.clock.now().toISOString())
  })

  test('no exchange fails during rotations under load', async () => {
    const visitor = await app.build.visitor()
    const initial = await app.trips.enter(visitor)
    const current: Visitor['module'] = { ...visitor.module }
    const outcomes: string[] = []
    const rotation = { over: false }
    // Four clients of the module exchange continuously, each with the current secret.
    const clients = Array.from({ length: 4 }, async () => {
      while (!rotation.over) {
        const { code } = (await app.trips.askForCode(initial, visitor.at)).data
        outcomes.push((await app.trips.exchange(code, { ...current })).outcome)
      }
    })
    for (let round = 0; round < 4; round++) {
      const made = (await generate(current.id)).data
      current.secret = made.secret ?? ''
      // Retires the old secret only after the exchanges in flight with it have ended.
      const seen = outcomes.length
      await vi.waitFor(() => expect(outcomes.length).toBeGreaterThanOrEqual(seen + 8), {
        timeout: 10_000,
        interval: 5,
      })
      expect((await retire(current.id, made.secrets.at(-1)?.id ?? 0)).outcome).toBe('200')
    }
    rotation.over = true
    await Promise.all(clients)
    expect(outcomes.length).toBeGreaterThan(30)
    expect(new Set(outcomes)).toEqual(new Set(['200']))
  })
})
