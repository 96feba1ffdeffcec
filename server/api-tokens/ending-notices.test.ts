import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatInstant } from '../../contract/shown.ts'
import { after, days } from '../shared/clock.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { EndingNotices } from './ending-notices.ts'

let database: BareDatabase
let notices: EndingNotices

beforeAll(async () => {
  database = await createBareDatabase()
  notices = new EndingNotices(database)
})
afterAll(() => database.close())
beforeEach(() => database.db.deleteFrom('api_tokens').execute())

/** Builds a token that ends in this many milliseconds and is a month old, so that its lifetime exceeds a week. */
async function ending(inMilliseconds: number, ageInDays = 30) {
  const { build, clock, db } = database
  const [user, company] = [await build.user(), await build.company()]
  const expiresAt = after(clock.now(), inMilliseconds)
  const { id } = await build.apiToken({ userId: user.id, companyId: company.id, expiresAt })
  await db
    .updateTable('api_tokens')
    .set({ created_at: after(clock.now(), -days(ageInDays)) })
    .where('id', '=', id)
    .execute()
  return { ...user, id, company, expiresAt }
}

const mailsTo = ({ email }: { email: string }) => readMessages(database, { to: email })

describe('the holder of a token that ends within a week', () => {
  test('gets one mail with company and end, without a link', async () => {
    const token = await ending(days(7))
    await notices.enqueue()
    await notices.enqueue()
    const mails = await mailsTo(token)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('Um token de acesso em seu nome termina em breve')
    expect(mails[0]?.text).toContain(token.company.name)
    expect(mails[0]?.text).toContain(formatInstant(token.expiresAt.toISOString()))
    expect(mails[0]?.text).not.toMatch(/https?:|www\.|portaria_/)
  })

  test('gets one mail although two processes run concurrently', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => ending(days(3))))
    const other = new EndingNotices(database)
    await Promise.all([notices.enqueue(), other.enqueue(), notices.enqueue(), other.enqueue()])
    for (const token of tokens) expect(await mailsTo(token)).toHaveLength(1)
  })

  test('gets a late mail if no process ran for days, while the token is valid', async () => {
    const token = await ending(1000)
    await notices.enqueue()
    expect(await mailsTo(token)).toHaveLength(1)
  })

  test('gets a mail also among hundreds of holders', async () => {
    const { build, clock, db } = database
    const company = await build.company()
    const users = Array.from({ length: 450 }, (_, n) => ({
      name: `Titular ${n}`,
      email: `titular${n}@operadora.example`,
    }))
    const made = await db.insertInto('users').values(users).returning('id').execute()
    const values = made.map(({ id }) => ({
      user_id: id,
      company_id: company.id,
      digest: crypto.getRandomValues(Buffer.alloc(32)),
      start: 'portaria_Cem0',
      created_at: after(clock.now(), -days(30)),
      expires_at: after(clock.now(), days(1)),
      created_by: id,
    }))
    await db.insertInto('api_tokens').values(values).execute()
    await notices.enqueue()
    const mails = await readMessages(database, { channel: 'email' })
    expect(mails.filter(({ to }) => to.startsWith('titular'))).toHaveLength(450)
  })

  test.each<[string, () => ReturnType<typeof ending>]>([
    ['a millisecond more than a week before the end', () => ending(days(7) + 1)],
    ['after the end', () => ending(0)],
    [
      'for a token with a lifetime of at most a week, whose first mail stated the end',
      () => ending(days(3), 4),
    ],
    [
      'for a revoked token',
      async () => {
        const token = await ending(days(3))
        const now = database.clock.now()
        await database.db
          .updateTable('api_tokens')
          .set({ revoked_at: now, closed_at: now })
          .execute()
        return token
      },
    ],
  ])('gets no mail %s', async (_, make) => {
    const token = await make()
    await notices.enqueue()
    expect(await mailsTo(token)).toEqual([])
  })
})
