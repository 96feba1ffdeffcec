import { hash, verify } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lastEvent } from '../../test/testing/last-event.ts'
import { administratorOf, type ConsoleClient, named } from '../../test/testing/console-client.ts'
import { confirmByPasskey, makePasskey, register } from '../../test/testing/passkey-trips.ts'
import { type Faults, SoftwareAuthenticator } from '../../test/testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { minutes } from '../shared/clock.ts'

let app: TestApp
let admin: ConsoleClient
let key: SoftwareAuthenticator

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  admin = await administratorOf(app)
  key = new SoftwareAuthenticator(app.origin)
  await register(app, admin.who, admin.person.email, key)
})

/** A write that needs a confirmation: the own secret answer. */
const operation = 'userSecretQuestion'
const write = (response = 'resposta') => ({
  body: { user: admin.person.id, question: 1, response },
})

const confirm = (faults?: Faults, from = key) =>
  confirmByPasskey(app, admin.who, from, operation, write(), faults)

const save = (code: string, options = write()) => admin.callWith({ code }, operation, options)

/** Requests options for the write, and returns them with the operations. */
async function ask(who = admin.who) {
  const operations = [named(operation, undefined, write().body)]
  const asked = await app.client.call('userLocalValidatePasskeyOptions', {
    ...who,
    body: { operations },
  })
  return { ...asked.data, operations }
}

describe('a confirmation by passkey', () => {
  test('admits the signed write once, and its event says how it was confirmed', async () => {
    const { code } = (await confirm()).data
    expect((await save(code)).outcome).toBe('200')
    expect(await lastEvent(app.db)).toMatchObject({ operation, confirmed_by: 'passkey' })
    expect((await save(code)).outcome).toBe('403 identity-confirmation-required')
  })

  test('does not admit another write', async () => {
    const { code } = (await confirm()).data
    expect((await save(code, write('outra'))).outcome).toBe('403 identity-confirmation-required')
  })

  test('names the own passkeys', async () => {
    expect((await ask()).options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', id: key.id }],
    })
  })

  test.each<[string, Faults]>([
    ['another origin', { origin: 'https://mal.example' }],
    ['another type', { type: 'webauthn.create' }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['no user verification', { clear: 4 }],
    ['a wrong signature', { forge: (signature) => signature.subarray(1) }],
    ['the user handle of another user', { userHandle: 'AAAA' }],
  ])('is refused with %s', async (_, faults) => {
    expect((await confirm(faults)).outcome).toBe('401 passkey-refused')
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'identity.confirmed-by-passkey',
      after: { refused: 'passkey-refused' },
    })
  })

  test('is refused with the passkey of another user', async () => {
    const { authenticator: other } = await makePasskey(app, await app.build.user())
    expect((await confirm({ userHandle: null }, other)).outcome).toBe('401 passkey-refused')
  })

  test('is refused for other writes than those signed', async () => {
    const { session, options, operations } = await ask()
    const others = [named(operation, undefined, write('outra').body)]
    const credential = key.get(options)
    const send = (sent: typeof operations) =>
      app.client.call('userLocalValidatePasskey', {
        ...admin.who,
        body: { session, operations: sent, credential },
      })
    expect((await send(others)).outcome).toBe('401 passkey-refused')
    expect((await send([...operations, ...others])).outcome).toBe('401 passkey-refused')
    expect((await send(operations)).outcome).toBe('200')
  })

  test('is refused in another session of the same user', async () => {
    const { session, options, operations } = await ask()
    const body = { session, operations, credential: key.get(options) }
    const other = await app.trips.arrive(await app.trips.enter(admin.person), admin.person.at)
    const answer = await app.client.call('userLocalValidatePasskey', { ...other, body })
    expect(answer.outcome).toBe('409 passkey-challenge-expired')
  })

  test('of a tab for one company is refused in a tab for another, and its code there, too', async () => {
    const company = await app.build.company()
    const { id: userId, at } = admin.person
    await app.build.plan({ companyId: company.id, moduleId: at.module.id })
    await app.build.assign({ userId, profileId: 1, companyId: company.id })
    const initial = await app.trips.enter(admin.person)
    const [one, other] = [
      await app.trips.arrive(initial, at),
      await app.trips.arrive(initial, { ...at, companyId: company.id }),
    ]
    const { session, options, operations } = await ask(one)
    const body = { session, operations, credential: key.get(options) }
    const elsewhere = await app.client.call('userLocalValidatePasskey', { ...other, body })
    expect(elsewhere.outcome).toBe('409 passkey-challenge-expired')
    const { code } = (await app.client.call('userLocalValidatePasskey', { ...one, body })).data
    const saved = await app.client.call(operation, { ...other, ...write(), headers: { code } })
    expect(saved.outcome).toBe('403 identity-confirmation-required')
    const own = await app.client.call(operation, { ...one, ...write(), headers: { code } })
    expect(own.outcome).toBe('200')
  })

  test('is accepted once, also of two calls at once, and for 5 minutes', async () => {
    const { session, options, operations } = await ask()
    const body = { session, operations, credential: key.get(options) }
    const send = () => app.client.call('userLocalValidatePasskey', { ...admin.who, body })
    const both = await Promise.all([send(), send()])
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '409 passkey-challenge-expired',
    ])
    const late = await ask()
    app.clock.advance(minutes(5))
    const answer = await app.client.call('userLocalValidatePasskey', {
      ...admin.who,
      body: { ...late, options: undefined, credential: key.get(late.options) } as never,
    })
    expect(answer.outcome).toBe('409 passkey-challenge-expired')
  })

  test('of two tabs at once gives each its own code', async () => {
    const [one, other] = await Promise.all([confirm(), confirm()])
    expect((await save(one.data.code)).outcome).toBe('200')
    expect((await save(other.data.code)).outcome).toBe('200')
  })

  test('is refused after the passkey was removed', async () => {
    const { session, options, operations } = await ask()
    const body = { session, operations, credential: key.get(options) }
    await app.db.deleteFrom('passkeys').where('user_id', '=', admin.person.id).execute()
    const answer = await app.client.call('userLocalValidatePasskey', { ...admin.who, body })
    expect(answer.outcome).toBe('401 passkey-refused')
  })
})

describe('the signature of an event', () => {
  test.each(['ES256', 'EdDSA', 'RS256'] as const)(
    'with %s verifies without our code',
    async (algorithm) => {
      const signer = new SoftwareAuthenticator(app.origin, { algorithm })
      await register(app, admin.who, admin.person.email, signer)
      await confirm(undefined, signer)
      const exported = await admin.call('auditExport', { query: { format: 'jsonl' } })
      const lines = exported.text.trim().split('\n')
      const event = lines
        .map((line) => JSON.parse(line) as { event: string; signed?: Record<string, string> })
        .find((each) => each.event === 'identity.confirmed-by-passkey')
      // What an outside verifier does.
      const signed = event?.signed ?? {}
      const bytes = (name: string) => Buffer.from(signed[name] ?? '', 'base64url')
      const client = JSON.parse(bytes('client_data_json').toString()) as { challenge: string }
      const data = Buffer.concat([
        bytes('authenticator_data'),
        hash('sha256', bytes('client_data_json'), 'buffer'),
      ])
      const spki = { key: bytes('public_key'), format: 'der', type: 'spki' } as const
      const valid = verify(algorithm === 'EdDSA' ? null : 'sha256', data, spki, bytes('signature'))
      const challenge = hash('sha256', signed['statement'] ?? '', 'base64url')
      expect([valid, client.challenge]).toEqual([true, challenge])
      expect(JSON.parse(signed['statement'] ?? '')).toEqual({
        purpose: 'confirmation',
        company_id: admin.person.company.id,
        session_id: expect.any(String) as string,
        nonce: expect.any(String) as string,
        operations: [named(operation, undefined, write().body)],
      })
    },
  )

  test('is a value that can be erased', async () => {
    await confirm()
    const { seq } = await lastEvent(app.db)
    await sql`select erase_audit_value(${seq}, 'signed')`.execute(app.db)
    const { rows } = (await admin.call('auditList', { query: { take: '5' } })).data
    expect(rows.find(({ id }) => id === seq)).toMatchObject({ erased: ['signed'] })
  })
})
