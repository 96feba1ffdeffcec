import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { after, days } from '../shared/clock.ts'
import { digestOf } from '../secrets/random.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { removeOutworn } from './code-queries.ts'

let app: TestApp
let userId: number
let sessionId: string
/** What ran out before this instant goes. */
let before: Date

beforeAll(async () => {
  app = await createTestApp()
  userId = (await app.build.user()).id
  before = after(app.clock.now(), -days(1))
  sessionId = await addSession('running', null)
})
afterAll(() => app.close())

const digest = (name: string) => digestOf(name)

async function addSession(name: string, ended_at: Date | null): Promise<string> {
  const ended = ended_at && { ended_at, end_reason: 'sign-out' }
  const { id } = await app.db
    .insertInto('sessions')
    .values({
      user_id: userId,
      method: 'federated',
      browser_digest: digest(name),
      address: '192.0.2.1',
      id_token: name,
      expires_at: after(before, days(9)),
      ...ended,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How a row that ran out at an instant is made, by what it is, and which are there. */
const kinds: [string, (name: string, end: Date) => Promise<unknown>, string][] = [
  [
    'one-time codes',
    (name, expires_at) =>
      app.db
        .insertInto('one_time_codes')
        .values({ digest: digest(name), session_id: sessionId, expires_at })
        .execute(),
    'one_time_codes',
  ],
  [
    'sign-ins under way',
    (name, expires_at) =>
      app.db
        .insertInto('challenges')
        .values({ digest: digest(name), user_id: userId, name: 'EMAIL_OTP', expires_at })
        .execute(),
    'challenges',
  ],
  [
    'solved captchas',
    (name, expires_at) =>
      app.db
        .insertInto('captcha_solutions')
        .values({ digest: digest(name), expires_at })
        .execute(),
    'captcha_solutions',
  ],
  [
    'trips to a provider',
    (name, expires_at) =>
      app.db
        .insertInto('federated_flows')
        .values({
          state_digest: digest(name),
          purpose: 'sign-in',
          issuer: 'https://idp.example',
          nonce: 'n',
          code_verifier: 'v',
          browser_digest: digest(name),
          expires_at,
        })
        .execute(),
    'federated_flows',
  ],
  [
    'confirmations',
    (name, expires_at) =>
      app.db
        .insertInto('confirmations')
        .values({ digest: digest(name), session_id: sessionId, method: 'password', expires_at })
        .execute(),
    'confirmations',
  ],
  [
    'counts of tries',
    (name, end) =>
      app.db
        .insertInto('rate_limits')
        .values({ key: name, points: 1, expire: end.getTime() })
        .execute(),
    'rate_limits',
  ],
]

test.each(kinds)(
  '%s go once they ran out before, and not at, the instant',
  async (_, add, table) => {
    await add('older', after(before, -1))
    await add('edge', before)
    await add('younger', after(before, 1))
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(app.db))
        .rows[0]?.n
    expect(await count()).toBe(3)
    await removeOutworn(app.db, before)
    expect(await count()).toBe(2)
    await removeOutworn(app.db, after(before, 2))
    expect(await count()).toBe(0)
  },
)

test('of a session that ended before, what its provider gave goes, and of no other', async () => {
  const ended = await addSession('ended', after(before, -1))
  const edge = await addSession('edge', before)
  await removeOutworn(app.db, before)
  const kept = await app.db.selectFrom('sessions').select(['id', 'id_token']).execute()
  expect(new Map(kept.map((row) => [row.id, row.id_token]))).toEqual(
    new Map([
      [sessionId, 'running'],
      [ended, null],
      [edge, 'edge'],
    ]),
  )
})
