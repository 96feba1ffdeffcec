import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServerProcess } from '../../test/testing/server-process.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { ownerUrlOf } from '../../test/testing/test-database.ts'
import { type SignedIn, TestTrips } from '../../test/testing/test-trips.ts'
import { waitAndVerify } from '../../test/testing/verified-audit-log.ts'

/** Subject of the notices after a user's second sign-in, which are no codes. */
const browserSubject = 'Entrada na sua conta por um navegador novo'

describe('kill -9', () => {
  let app: TestApp
  let server: ServerProcess

  beforeAll(async () => {
    app = await createTestApp()
    server = await ServerProcess.start({
      DATABASE_URL: app.databaseUrl,
      DATABASE_OWNER_URL: ownerUrlOf(app.databaseUrl),
    })
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await app.close()
  })

  test('during sign-ins loses nothing that was acknowledged, and the next start works', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => app.build.user()))
    const trips = new TestTrips(server.client, app.db, app.app.keyring)
    const acknowledged: SignedIn[] = []
    const challenges: string[] = []
    let killing: Promise<void> | undefined
    const signInUntilKilled = async (email: string): Promise<void> => {
      while (!killing) {
        const session = await trips.begin(email)
        challenges.push(session)
        acknowledged.push(await trips.finish(session, email))
        // At this moment other sign-ins are in progress, at different steps.
        if (acknowledged.length === 15) killing = server.kill()
      }
    }
    // Requests in progress when the server is killed get no response.
    await Promise.allSettled(people.map(({ email }) => signInUntilKilled(email)))
    await killing
    expect(acknowledged.length).toBeGreaterThanOrEqual(15)

    await server.start()
    for (const { token, cookie } of acknowledged) {
      expect((await trips.validate(token, cookie)).status).toBe(200)
    }
    await expectWhole(acknowledged.length, challenges.length)
    const person = await app.build.visitor()
    const arrived = await trips.arrive(await trips.signIn(person.email), person.at)
    expect((await trips.validate(arrived.token)).status).toBe(200)
  }, 60_000)

  /**
   * Expects that each session has its token and its event, that each challenge has its event, and that the audit log
   * verifies.
   */
  async function expectWhole(sessions: number, challenges: number): Promise<void> {
    const { rows } = await sql<Record<string, number | null>>`select
      (select count(*) from sessions) as sessions,
      (select count(*) from challenges) as challenges,
      (select count(*) from sessions s where not exists (select from tokens t where t.session_id = s.id)) as without_token,
      (select count(*) from sessions s where not exists (
        select from audit_events a where a.session_id = s.id and a.event = 'sign-in.completed')) as without_event,
      (select count(*) from audit_events where event = 'sign-in.completed') - (select count(*) from sessions) as spare_events,
      (select count(*) from audit_events where event = 'sign-in.started') - (select count(*) from challenges) as spare_starts,
      (select sum(sends) from challenges) - (select count(*) from outbox where subject <> ${browserSubject}) as lost_messages`.execute(
      app.db,
    )
    const [found] = rows
    expect(found?.['sessions']).toBeGreaterThanOrEqual(sessions)
    expect(found?.['challenges']).toBeGreaterThanOrEqual(challenges)
    expect(found).toMatchObject({
      without_token: 0,
      without_event: 0,
      spare_events: 0,
      spare_starts: 0,
      lost_messages: 0,
    })
    await waitAndVerify(app.db)
  }
})
