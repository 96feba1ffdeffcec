import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RateLimiter } from '../rate-limits/rate-limiter.ts'
import { DeviceCookie } from '../rate-limits/device-cookie.ts'
import { hashing } from '../secrets/password-hash.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { facts } from '../../test/testing/session-world.ts'
import { RecoveryService } from './recovery-service.ts'

const address = '10.0.0.1'

let database: BareDatabase
let rateLimiter: RateLimiter
let devices: DeviceCookie
let service: RecoveryService

beforeAll(async () => {
  database = await createBareDatabase()
  const { clock, db } = database
  rateLimiter = new RateLimiter(db, clock)
  devices = new DeviceCookie('https://acesso.example', database.keyring)
  service = new RecoveryService({ rateLimiter, devices })
})
afterAll(() => database.close())
beforeEach(() => database.db.deleteFrom('rate_limits').execute())

/** Creates a user whose answer to question 2 is 'Colégio São José'. */
async function answered(
  change: { blocked?: boolean; deleted?: boolean; federated?: boolean } = {},
) {
  const user = await database.build.user({ ...change, hash: quickHashOf('Senha') })
  await database.db
    .insertInto('secret_answers')
    .values({ user_id: user.id, question_id: 2, hash: quickHashOf('colegio sao jose') })
    .execute()
  return user
}

const check = (email: string, response = 'Colégio  São José ', question = 2, cookies?: string) =>
  service.check(database.db, { email, question, response }, facts({ address, cookies }))

/** Returns the counted failures, by account and address. */
const failures = async () =>
  (await database.db.selectFrom('rate_limits').select('points').execute()).map(
    ({ points }) => points,
  )

describe('the account recovery check', () => {
  test('accepts the correct answer, and counts it like a wrong one', async () => {
    const { id, email } = await answered()
    const { owner, mailed } = await check(email)
    expect(owner).toMatchObject({ id, email })
    expect(mailed).toBe(true)
    // Four counters of the answer, because a correct answer counts like a wrong one, and one counter of the mail.
    expect(await failures()).toEqual([1, 1, 1, 1, 1])
  })

  test.each<[string, () => Promise<{ email: string }>, string?, number?]>([
    ['an unknown e-mail', () => Promise.resolve({ email: 'ninguem@operadora.example' })],
    ['a wrong answer', () => answered(), 'outra escola'],
    ['another question', () => answered(), 'Colégio São José', 3],
    ['a blocked user', () => answered({ blocked: true })],
    ['a deleted user', () => answered({ deleted: true })],
    ['a federated user', () => answered({ federated: true })],
    ['a user without an answer', () => database.build.user({ hash: quickHashOf('Senha') })],
  ])('refuses %s: counts a failure, and hashes as much', async (_, whose, ...given) => {
    const { email } = await whose()
    const before = hashing.begun
    expect(await check(email, ...given)).toEqual({ owner: undefined, mailed: false })
    expect(hashing.begun - before).toBe(1)
    // Counters of the account, of this /24 and this address at the account, and of this address at all accounts.
    expect(await failures()).toEqual([1, 1, 1, 1])
  })

  test.each([
    ['from one address', 6, () => address],
    ['from many networks', 15, (i: number) => `10.${i}.0.1`],
  ])(
    'is slowed down after many wrong answers %s, but not in a known browser',
    async (_, times, from) => {
      const { email } = await answered()
      for (let i = 0; i < times; i++)
        await (await rateLimiter.begin('answer', { account: email, address: from(i) })).failed()
      await expect(check(email)).rejects.toMatchObject({ code: 'too-many-requests' })
      const cookie = devices.issue(email).split(';', 1)[0]
      expect(await check(email, undefined, undefined, cookie)).toMatchObject({ mailed: true })
    },
  )

  test('sends at most ten mails an hour, and does not reveal it', async () => {
    const { email } = await answered()
    for (let i = 0; i < 10; i++) {
      expect(await check(email)).toMatchObject({ mailed: true })
      await database.db.deleteFrom('rate_limits').where('key', 'like', '%:answer:%').execute()
    }
    expect(await check(email)).toMatchObject({ owner: { email }, mailed: false })
  })
})
