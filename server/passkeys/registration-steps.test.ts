import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callAs, makePasskey, register } from '../../test/testing/passkey-trips.ts'
import {
  type Faults,
  flag,
  SoftwareAuthenticator,
} from '../../test/testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { minutes } from '../shared/clock.ts'

let app: TestApp
let user: { id: number; email: string }
let who: SignedIn

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.build.user()
  who = await app.trips.enter(user)
})

const authenticator = (options?: ConstructorParameters<typeof SoftwareAuthenticator>[1]) =>
  new SoftwareAuthenticator(app.origin, options)

/** Registers a passkey with a wrong message. */
const outcomeOf = async (faults: Faults, made = authenticator()) =>
  (await register(app, who, user.email, made, faults)).outcome

const passkeysOf = (userId: number) =>
  app.db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).execute()

/** Another curve than P-256. */
const withOtherCurve = (made: SoftwareAuthenticator) => new Map(made.coseKey).set(-1, 2)

/** Steps of WebAuthn Level 3 §7.1, with a message that violates each. docs/security/passkeys.md lists the others. */
const violations: readonly (readonly [string, (made: SoftwareAuthenticator) => Faults])[] = [
  ['7.1 step 7: another type than webauthn.create', () => ({ type: 'webauthn.get' })],
  ['7.1 step 8: another challenge', () => ({ challenge: 'A'.repeat(43) })],
  ['7.1 step 9: another origin', () => ({ origin: 'https://mal.example' })],
  [
    '7.1 step 9: the same host with another scheme',
    (made) => ({ origin: made.origin.replace('http:', 'https:') }),
  ],
  ['7.1 step 10: a frame of another origin', () => ({ crossOrigin: true })],
  ['7.1 step 11: a top origin', () => ({ crossOrigin: true, topOrigin: 'https://mal.example' })],
  ['7.1 step 11: a top origin without crossOrigin', () => ({ topOrigin: 'https://mal.example' })],
  ['7.1 step 14: another RP id', () => ({ rpId: 'mal.example' })],
  ['7.1 step 15: without user presence', () => ({ clear: flag.UP })],
  ['7.1 step 16: without user verification', () => ({ clear: flag.UV })],
  ['7.1 step 17: backed up, but not eligible', () => ({ set: flag.BS })],
  [
    '7.1 step 20: an algorithm that is not offered',
    (made) => ({ coseKey: new Map(made.coseKey).set(3, -35) }),
  ],
  [
    '7.1 step 20: a key of another type than the algorithm',
    (made) => ({ coseKey: new Map(made.coseKey).set(3, -8) }),
  ],
  ['7.1 step 20: a key on another curve', (made) => ({ coseKey: withOtherCurve(made) })],
  ['7.1 step 13: extension outputs that are missing', () => ({ set: flag.ED })],
  ['7.1 step 13: bytes after the authenticator data', () => ({ trailing: Buffer.from([0]) })],
  ['7.1 step 21: an unknown attestation format', () => ({ fmt: 'mal' })],
  [
    '7.1 step 24: an attestation with certificates, not asked for',
    () => ({
      fmt: 'packed',
      attStmt: new Map<string, never>([['x5c', [randomBytes(100)] as never]]),
    }),
  ],
  ['7.1 step 22: a statement with the format none', () => ({ attStmt: new Map([['alg', -7]]) })],
  [
    '7.1 step 22: a self attestation with a wrong signature',
    () => ({
      fmt: 'packed',
      attStmt: new Map<string, number | Buffer>([
        ['alg', -7],
        ['sig', randomBytes(70)],
      ]),
    }),
  ],
  [
    '7.1 step 27: another id than the attested one',
    () => ({ id: randomBytes(32).toString('base64url') }),
  ],
  ['7.1 step 25: an empty credential id', () => ({ credentialId: Buffer.alloc(0), id: 'AAAA' })],
  ['7.1 step 13: without attested credential data', () => ({ clear: flag.AT })],
]

describe('a registration is refused with', () => {
  test.each(violations)('%s', async (_, faultsOf) => {
    const made = authenticator()
    expect(await outcomeOf(faultsOf(made), made)).toBe('401 passkey-refused')
    expect(await passkeysOf(user.id)).toEqual([])
  })

  test('7.1 step 25: a credential id of more than 1023 bytes', async () => {
    // The id in the message is limited by its schema, so that in the attested data is longer.
    expect(await outcomeOf({ credentialId: randomBytes(1024), id: 'A'.repeat(1364) })).toBe(
      '401 passkey-refused',
    )
    expect(await outcomeOf({ credentialId: randomBytes(1024) })).toBe('400 invalid-input')
    expect(await outcomeOf({ credentialId: randomBytes(1023) })).toBe('200')
  })

  test('7.1 step 26: a credential id that another user registered', async () => {
    const made = authenticator()
    await register(app, who, user.email, made)
    const other = await app.build.user()
    const asked = await register(app, await app.trips.enter(other), other.email, made)
    expect(asked.outcome).toBe('409 passkey-exists')
    expect(await passkeysOf(other.id)).toEqual([])
  })

  test('7.1 step 26: a credential id that the same user registered', async () => {
    const made = authenticator()
    await register(app, who, user.email, made)
    expect((await register(app, who, user.email, made)).outcome).toBe('409 passkey-exists')
  })

  test('an attestation statement of 100 KB', async () => {
    const large = new Map<string, Buffer>([['sig', randomBytes(100 * 1024)]])
    const { session, options } = (await app.client.call('passkeyOptions', who)).data
    const credential = authenticator().create(options, { fmt: 'packed', attStmt: large })
    const answer = await app.client.call('passkeyCreate', { ...who, body: { session, credential } })
    expect(answer.outcome).toBe('413 body-too-large')
  })

  test('an RSA key of 1024 bits', async () => {
    expect(await outcomeOf({}, authenticator({ algorithm: 'RS256', modulusLength: 1024 }))).toBe(
      '401 passkey-refused',
    )
  })

  test('a challenge of another session of the same user', async () => {
    const other = await app.trips.enter(user)
    const { session, options } = (await app.client.call('passkeyOptions', other)).data
    const credential = authenticator().create(options)
    expect((await register(app, who, user.email, authenticator())).outcome).toBe('200')
    const body = { session, credential }
    expect((await callAs(app, who, user.email, 'passkeyCreate', { body })).outcome).toBe(
      '409 passkey-challenge-expired',
    )
  })
})

describe('a registration is accepted', () => {
  test.each(['ES256', 'EdDSA', 'RS256'] as const)('with %s', async (algorithm) => {
    const made = authenticator({ algorithm, synchronised: true })
    const answer = await register(app, who, user.email, made)
    expect(answer.data).toMatchObject({
      credential_id: made.id,
      name: 'Chave de acesso',
      backed_up: true,
      last_used_at: null,
    })
    const [row] = await passkeysOf(user.id)
    expect(row).toMatchObject({ rp_id: 'localhost', backup_eligible: true, backed_up: true })
  })

  test('with a self attestation', async () => {
    const made = authenticator()
    const { session, options } = (await app.client.call('passkeyOptions', who)).data
    const attStmt = made.selfAttestation(options, -7)
    const credential = made.create(options, { fmt: 'packed', attStmt })
    const body = { session, credential }
    expect((await callAs(app, who, user.email, 'passkeyCreate', { body })).outcome).toBe('200')
  })

  test('and named after its authenticator', async () => {
    const aaguid = Buffer.from('bada5566a7aa401fbd9645619a55120d', 'hex')
    const answer = await register(app, who, user.email, authenticator({ aaguid }))
    expect(answer.data.name).toBe('1Password')
  })

  test('with the AAGUID of a vendor that is no UUID of RFC 9562', async () => {
    const aaguid = Buffer.from('50726f746f6e5061737350726f746f6e', 'hex')
    const answer = await register(app, who, user.email, authenticator({ aaguid }))
    expect(answer.data).toMatchObject({
      name: 'Proton Pass',
      aaguid: '50726f74-6f6e-5061-7373-50726f746f6e',
    })
  })

  test('once for each challenge, also by two calls at once, until it expires', async () => {
    const { session, options } = (await app.client.call('passkeyOptions', who)).data
    const send = () =>
      callAs(app, who, user.email, 'passkeyCreate', {
        body: { session, credential: authenticator().create(options) },
      })
    const outcomes = (await Promise.all([send(), send()])).map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['200', '409 passkey-challenge-expired'])
    expect((await send()).outcome).toBe('409 passkey-challenge-expired')
    const late = (await app.client.call('passkeyOptions', who)).data
    app.clock.advance(minutes(5))
    const body = { session: late.session, credential: authenticator().create(late.options) }
    expect((await callAs(app, who, user.email, 'passkeyCreate', { body })).outcome).toBe(
      '409 passkey-challenge-expired',
    )
  })
})

test('a user has at most 20 passkeys, also after two registrations at once', async () => {
  for (let n = 0; n < 19; n++) await register(app, who, user.email, authenticator())
  const both = await Promise.all([
    register(app, who, user.email, authenticator()),
    register(app, who, user.email, authenticator()),
  ])
  expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['200', '409 passkey-limit'])
  expect(await passkeysOf(user.id)).toHaveLength(20)
  expect((await app.client.call('passkeyOptions', who)).outcome).toBe('409 passkey-limit')
})

test('the options name no personal data but the account itself, and the existing passkeys', async () => {
  const { authenticator: first } = await makePasskey(app, user, {}, who)
  const { options } = (await app.client.call('passkeyOptions', who)).data
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: user.email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: first.id }],
  })
  expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -8, -257])
  expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
  expect(options.user.id).toBe(first.userHandle)
})

test('a user of an identity provider gets no options and adds no passkey', async () => {
  const { session, options } = (await app.client.call('passkeyOptions', who)).data
  await app.db.updateTable('users').set({ federated: true }).where('id', '=', user.id).execute()
  expect((await app.client.call('passkeyOptions', who)).outcome).toBe('403 forbidden')
  const body = { session, credential: authenticator().create(options) }
  expect((await callAs(app, who, user.email, 'passkeyCreate', { body })).outcome).toBe(
    '403 forbidden',
  )
})
