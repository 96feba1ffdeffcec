import { createHook } from 'node:async_hooks'
import { argon2Sync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenPasswordRule } from '../../contract/password-policy.ts'
import { ownWork, setHashCost } from '../secrets/password-hash.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import { normaliseAnswer, verifyAnswer } from './secret-answer.ts'

setHashCost()

const composed = 'Praça-Amarela-Já-Soprá-7!'.normalize('NFC')
const decomposed = composed.normalize('NFD')

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('rate_limits').execute())

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/**
 * Returns a hash of exactly this text with current parameters, as it was created before normalisation was introduced.
 */
function formerHashOf(text: string): string {
  const nonce = randomBytes(16)
  const cost = { memory: 19_456, passes: 2, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: text, nonce, tagLength: 32, ...cost })
  return `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(nonce)}$${unpadded(tag)}`
}

const attempt = (email: string, password: string) =>
  app.client.call('authLocal', { headers: basic(email, password) })

/** Returns the number of Argon2 operations that the callback starts. */
async function hashesOf(run: () => Promise<unknown>): Promise<number> {
  let count = 0
  const hook = createHook({
    init: (_, type) => {
      if (type === 'ARGON2REQUEST') count += 1
    },
  }).enable()
  try {
    await run()
  } finally {
    hook.disable()
  }
  return count
}

const currentHash = async (userId: number) =>
  (
    await app.db
      .selectFrom('passwords')
      .select('hash')
      .where('user_id', '=', userId)
      .where('superseded_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).hash

test('a password is accepted in any Unicode form', async () => {
  for (const set of [composed, decomposed]) {
    const { email } = await app.build.user({ password: set })
    for (const typed of [composed, decomposed])
      expect((await attempt(email, typed)).status).toBe(200)
    expect((await attempt(email, `${decomposed}!`)).status).toBe(401)
  }
})

test('a former hash of a decomposed password is replaced at sign-in by one of the NFC form', async () => {
  const { id, email } = await app.build.user({ hash: formerHashOf(decomposed) })
  expect((await attempt(email, composed)).status).toBe(401)
  const before = await currentHash(id)
  await app.trips.signIn(email, decomposed)
  expect(await currentHash(id)).not.toBe(before)
  expect((await attempt(email, composed)).status).toBe(200)
  const better = await currentHash(id)
  await app.trips.signIn(email, decomposed)
  expect(await currentHash(id)).toBe(better)
})

test('existing and unknown accounts cost the same number of hashes, in any form', async () => {
  const normal = await app.build.user({ password: composed })
  const former = await app.build.user({ hash: formerHashOf(decomposed) })
  const emails = ['ninguem@operadora.example', normal.email, former.email]
  const wrong = async (typed: string) => {
    const counts: number[] = []
    for (const email of emails) counts.push(await hashesOf(() => attempt(email, typed)))
    return counts
  }
  expect(await wrong('Errada-Errada-Errada-1!')).toEqual([1, 1, 1])
  expect(await wrong('Errada-Errada-Erradá-1!'.normalize('NFD'))).toEqual([2, 2, 2])
})

test('identity is confirmed with a password in either form', async () => {
  const visitor = await app.build.visitor({
    user: await app.build.user({ password: composed }),
  })
  const { token, cookie } = await app.trips.signIn(visitor.email, composed)
  const operations = [{ method: 'POST' as const, path: '/user', body_sha256: 'a'.repeat(64) }]
  const { status } = await app.client.call('userLocalValidatePassword', {
    token,
    cookie,
    body: { email: visitor.email, password: decomposed, operations },
  })
  expect(status).toBe(200)
})

test.each([
  ['composed', composed],
  ['decomposed', decomposed],
])(
  'a used password is refused in its decomposed form if its hash is of the %s one',
  async (_, form) => {
    const { email } = await app.build.user({ hash: formerHashOf(form), passwordAgeDays: 100 })
    const session = await app.trips.begin(email, decomposed)
    const { data } = await app.trips.answer(
      session,
      email,
      await app.trips.sendCode(session, email),
    )
    expect(data.expired).toBe(true)
    const { failure } = await app.client.call('userSetPasswordExpired', {
      body: { access_token: data.access_token, email, newPassword: decomposed },
    })
    expect(failure.code).toBe('password-already-used')
  },
)

test('the policy counts the characters of the NFC form', () => {
  const short = 'Aáéíóúâêôãõç1!'
  expect(brokenPasswordRule(short.normalize('NFD'))).toBe(
    'A senha deve ter no mínimo 16 caracteres.',
  )
  const longest = `Aa1!${'á'.repeat(252)}`.normalize('NFD')
  expect(brokenPasswordRule(longest)).toBeUndefined()
})

test.each([
  ['São João d’Aliança', "SAO JOAO D'ALIANCA"],
  ["São João d'Aliança", 'São João d´Aliança'.normalize('NFD')],
  ['Ana‑Maria', 'ana-maria'],
])('the secret answer %j matches %j', (stored, typed) => {
  expect(normaliseAnswer(typed)).toBe(normaliseAnswer(stored))
})

test('a secret answer matches a hash from before text folding; existing and unknown accounts cost the same', async () => {
  // This is the text that was hashed for 'Praça d’Ajuda'.
  const hash = formerHashOf('praca d’ajuda')
  expect(await verifyAnswer('Praça  d’Ajuda', hash, ownWork)).toBe(true)
  expect(await verifyAnswer('Praça Ajuda', hash, ownWork)).toBe(false)
  expect(await hashesOf(() => verifyAnswer('Praça d’Ajuda', hash, ownWork))).toBe(2)
  expect(await hashesOf(() => verifyAnswer('Praça d’Ajuda', undefined, ownWork))).toBe(2)
  expect(await hashesOf(() => verifyAnswer('praca', hash, ownWork))).toBe(1)
})
