import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '../../shared/clock.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'

describe('last uses of sessions that could not be written during an outage', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  test('are written after it, so that active sessions do not look idle', async () => {
    const who = await app.trips.enter(await app.build.user())
    app.clock.advance(minutes(30))
    const used = app.clock.now()
    expect((await app.trips.validate(who.token, who.cookie)).status).toBe(200)

    await sql`alter table sessions rename to sessions_away`.execute(app.db)
    await expect(app.app.sessionCache.flush()).rejects.toThrow()
    await sql`alter table sessions_away rename to sessions`.execute(app.db)
    await app.app.sessionCache.flush()
    const { last_used_at } = await app.db
      .selectFrom('sessions')
      .select('last_used_at')
      .where('user_id', '=', who.decodedToken.user.id)
      .executeTakeFirstOrThrow()
    expect(last_used_at).toEqual(used)
  })
})
