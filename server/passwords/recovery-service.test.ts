import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Attempts } from '../attempts/attempts.ts'
import { verifyPassword } from '../secrets/password-hash.ts'
import { type BareDatabase, createBareDatabase } from '../testing/bare-database.ts'
import { quickHashOf } from '../testing/quick-hash.ts'
import { BreachedPasswords } from './breached-passwords.ts'
import { PasswordService } from './password-service.ts'
import { RecoveryService } from './recovery-service.ts'

const address = '10.0.0.1'

let database: BareDatabase
let attempts: Attempts
let service: RecoveryService

beforeAll(async () => {
  database = await createBareDatabase()
  const { clock, db } = database
  const breached = new BreachedPasswords(undefined, pino({ level: 'silent' }))
  const passwords = new PasswordService({ clock, publicUrl: 'https://acesso.example', breached })
  attempts = new Attempts(db, clock)
  service = new RecoveryService({ attempts, passwords })
})
afterAll(() => database.close())
beforeEach(() => database.db.deleteFrom('rate_limits').execute())

/** Somebody who once answered question 2 with 'Colégio São José'. */
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

const check = (email: string, response = 'Colégio  São José ', question = 2) =>
  service.check(database.db, { email, question, response }, address)

/** Failures that were counted, by account and address. */
const failures = async () =>
  (await database.db.selectFrom('rate_limits').select('points').execute()).map(
    ({ points }) => points,
  )

describe('who recovers an account', () => {
  test('is its owner where question and answer fit, and nothing is counted', async () => {
    const { id, email } = await answered()
    const { owner, temporary } = await check(email)
    expect(owner).toMatchObject({ id, email })
    expect(await verifyPassword(temporary.password, temporary.hash)).toBe(true)
    expect(await failures()).toEqual([])
  })

  test.each<[string, () => Promise<{ email: string }>, string?, number?]>([
    ['who is unknown', () => Promise.resolve({ email: 'ninguem@operadora.example' })],
    ['who gives a wrong answer', () => answered(), 'outra escola'],
    ['who answers another question', () => answered(), 'Colégio São José', 3],
    ['who is blocked', () => answered({ blocked: true })],
    ['who is deleted', () => answered({ deleted: true })],
    ['who is federated', () => answered({ federated: true })],
    ['who never gave an answer', () => database.build.user({ hash: quickHashOf('Senha') })],
  ])(
    'is nobody for one %s: a failure counts, and as much is hashed',
    async (_, whose, ...given) => {
      const { email } = await whose()
      const { owner, temporary } = await check(email, ...given)
      expect(owner).toBeUndefined()
      expect(await verifyPassword(temporary.password, temporary.hash)).toBe(true)
      expect(await failures()).toEqual([1, 1])
    },
  )

  test.each([
    [
      'to one account',
      6,
      (email: string, i: number) => ({ account: email, address: `10.0.1.${i}` }),
    ],
    ['from one address', 21, (_: string, i: number) => ({ account: `alguem${i}`, address })],
  ])('must wait after many wrong answers %s', async (_, times, subject) => {
    const { email } = await answered()
    for (let i = 0; i < times; i++)
      await (await attempts.begin('answer', subject(email, i))).failed()
    await expect(check(email)).rejects.toMatchObject({ code: 'too-many-requests' })
  })
})
