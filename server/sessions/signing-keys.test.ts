/** Rotation of the keys that sign tokens, in a running process (decision 87). */
import { decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSessionWorld, type SessionWorld } from '../../test/testing/session-world.ts'
import { statementsDuring } from '../../test/testing/statements.ts'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { deleteExpired } from '../operating/housekeeping.ts'
import { Keyring } from '../secrets/keyring.ts'
import { seconds } from '../shared/clock.ts'
import { openPrivateKey } from './signing-key-queries.ts'
import { loadSigningKeys, trustAfterRetirement } from './signing-keys.ts'
import {
  activateSigningKey,
  announceSigningKey,
  listSigningKeys,
  retireSigningKey,
} from './signing-key-rotation.ts'

let world: SessionWorld
let person: BuiltUser
let firstKid: string

beforeEach(async () => {
  world = await createSessionWorld()
  person = await world.build.user()
  firstKid = (await listSigningKeys(world.db))[0]?.kid ?? ''
})
afterEach(() => world.close())

const immediately = { immediately: true }
const kidOf = (token: string) => decodeProtectedHeader(token).kid
const tokenNow = async () => (await world.begin(person.id)).accessToken
const published = () => world.tokens.jwks.keys.map(({ kid }) => kid)
const announce = async () => {
  const { kid } = await announceSigningKey(world.db, world.keyring)
  await world.settle()
  return kid
}
const activate = async () => {
  await activateSigningKey(world.db, world.keyring, immediately)
  await world.settle()
}
const until = (condition: () => boolean) => expect.poll(condition, { timeout: 5000 }).toBe(true)
const refusal = { code: 'access-token-invalid' }

describe('a rotation', () => {
  test('publishes an announced key, and signs with it only once it is active', async () => {
    const kid = await announce()
    await until(() => published().includes(kid))
    expect(kidOf(await tokenNow())).toBe(firstKid)
    await activate()
    expect(kidOf(await tokenNow())).toBe(kid)
    expect((await listSigningKeys(world.db)).map(({ state }) => state)).toEqual([
      'active',
      'retired',
    ])
  })

  test('accepts tokens of the retired key until its last token has expired, then deletes it', async () => {
    const old = await tokenNow()
    const kid = await announce()
    await activate()
    await world.settle()
    await until(() => published().includes(kid))
    const retired = (await listSigningKeys(world.db)).find((key) => key.kid === firstKid)
    const retiredAt = retired?.retiredAt?.getTime() ?? Number.NaN
    const advanceTo = (time: number) => world.clock.advance(time - world.clock.now().getTime())
    expect((await world.tokens.verify(old)).sub).toBe(person.id)
    advanceTo(retiredAt + trustAfterRetirement - 1)
    await deleteExpired(world.db, world.clock.now(), { retentionDays: 184 })
    expect(published()).toEqual([kid, firstKid])
    advanceTo(retiredAt + trustAfterRetirement)
    expect(published()).toEqual([kid])
    const forged = await signedWithFirstKey()
    await expect(world.tokens.verify(forged)).rejects.toMatchObject(refusal)
    // The database stores microseconds, the test clock milliseconds. So the retirement can be a fraction of a
    // millisecond later than `retiredAt`.
    world.clock.advance(1)
    await deleteExpired(world.db, world.clock.now(), { retentionDays: 184 })
    expect((await listSigningKeys(world.db)).map((key) => key.kid)).toEqual([kid])
  })

  test('refuses cached tokens of a key that was removed at once', async () => {
    const old = await tokenNow()
    await world.tokens.verify(old)
    await announce()
    await activate()
    await expect(retireSigningKey(world.db, firstKid, { immediately: false })).rejects.toThrow(
      'pass --now',
    )
    await retireSigningKey(world.db, firstKid, immediately)
    await world.settle()
    await until(() => world.tokens.getCached(old, world.clock.now().getTime()) === undefined)
    await expect(world.tokens.verify(old)).rejects.toMatchObject(refusal)
  })

  test('is replaced by the deletion of all keys: running processes create a new one', async () => {
    const old = await tokenNow()
    await world.db.deleteFrom('signing_keys').execute()
    await world.settle()
    const token = await tokenNow()
    expect(kidOf(token)).not.toBe(firstKid)
    expect((await world.tokens.verify(token)).sub).toBe(person.id)
    await expect(world.tokens.verify(old)).rejects.toMatchObject(refusal)
  })

  test('is followed by a process that gets no notification, when a token has an unknown key', async () => {
    const deaf = await loadSigningKeys(world.db, world.keyring)
    const { kid } = await announceSigningKey(world.db, world.keyring)
    expect(await deaf.find(kid, world.clock.now())).toBeDefined()
  })

  test('keeps signing with the old key in a process whose SECRETS_KEYS lacks the new one', async () => {
    const errors: unknown[] = []
    const keys = await loadSigningKeys(world.db, world.keyring, {
      onError: (error) => errors.push(error),
    })
    keys.follow(world.changes)
    const other = new Keyring([{ id: 'novo', key: Buffer.alloc(32, 1) }])
    const { kid } = await announceSigningKey(world.db, other)
    await activateSigningKey(world.db, other, immediately)
    await world.settle()
    await until(() => keys.isTrusted(kid, world.clock.now()))
    expect((await keys.current()).kid).toBe(firstKid)
    expect(String(errors[0])).toContain('SECRETS_KEYS has no key "novo"')
    await expect(loadSigningKeys(world.db, world.keyring)).rejects.toThrow('SECRETS_KEYS')
  })
})

test('tokens with unknown keys make the process read the keys at most once a second', async () => {
  const { privateKey } = await generateKeyPair('EdDSA')
  const forged = (kid: string) =>
    new SignJWT({}).setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid }).sign(privateKey)
  const tokens = await Promise.all(Array.from({ length: 300 }, (_, at) => forged(`kid-${at}`)))
  // The notification of the first key was processed when a token is signed.
  await world.settle()
  await tokenNow()
  const begun = performance.now()
  const statements = await statementsDuring(async () => {
    for (const token of tokens)
      await expect(world.tokens.verify(token)).rejects.toMatchObject(refusal)
  })
  const reads = statements.filter(({ text }) => text.includes('"signing_keys"')).length
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThanOrEqual(1 + Math.floor((performance.now() - begun) / seconds(1)))
})

describe('the commands', () => {
  test('refuse a second announcement, an early activation, and the removal of the active key', async () => {
    const { db, keyring } = world
    await expect(activateSigningKey(db, keyring, immediately)).rejects.toThrow(
      'no key is announced',
    )
    const { kid } = await announceSigningKey(db, keyring)
    await expect(announceSigningKey(db, keyring)).rejects.toThrow('is announced already')
    await expect(activateSigningKey(db, keyring, { immediately: false })).rejects.toThrow(
      /activate it after 20/,
    )
    await db
      .updateTable('signing_keys')
      .set({ created_at: new Date(Date.now() - 600_000) })
      .where('id', '=', kid)
      .execute()
    await activateSigningKey(db, keyring, { immediately: false })
    await expect(retireSigningKey(db, kid, immediately)).rejects.toThrow('the key is active')
  })

  test('run one after the other, so that one key is active', async () => {
    const { db, keyring } = world
    const announced = await Promise.allSettled([
      announceSigningKey(db, keyring),
      announceSigningKey(db, keyring),
    ])
    expect(announced.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const kid = (await listSigningKeys(db)).find(({ state }) => state === 'announced')?.kid ?? ''
    await retireSigningKey(db, kid, { immediately: false })
    expect(await listSigningKeys(db)).toHaveLength(1)
  })

  test('record audit events', async () => {
    const kid = await announce()
    await activate()
    const events = await world.db
      .selectFrom('audit_events')
      .select(['event', 'after'])
      .where('event', 'like', 'signing-key.%')
      .orderBy('seq')
      .execute()
    expect(events).toEqual([
      { event: 'signing-key.announced', after: { signing_key: kid } },
      { event: 'signing-key.activated', after: { signing_key: kid, retired_key: firstKid } },
    ])
  })
})

/** Returns a token that expires late and is signed with the first key, as a thief of the key could make it. */
async function signedWithFirstKey(): Promise<string> {
  const row = await world.db
    .selectFrom('signing_keys')
    .selectAll()
    .where('id', '=', firstKid)
    .executeTakeFirstOrThrow()
  const { accessToken } = await world.begin(person.id)
  const claims = JSON.parse(
    Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString(),
  ) as Record<string, unknown>
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: firstKid })
    .sign(await openPrivateKey(world.keyring, row))
}
