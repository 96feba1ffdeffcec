import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administratorOf } from '../../../test/testing/console-client.ts'
import { quickHashOf } from '../../../test/testing/quick-hash.ts'
import { ServerProcess } from '../../../test/testing/server-process.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'
import { defaultPassword, type Visitor } from '../../../test/testing/builders.ts'
import { ownerUrlOf } from '../../../test/testing/test-database.ts'
import { type SignedIn, TestTrips } from '../../../test/testing/test-trips.ts'
import { CatalogueLoad } from '../../../test/testing/catalogue-load.ts'
import { expectConsistentServices } from '../../../test/testing/consistent-services.ts'
import { waitAndVerify } from '../../../test/testing/verified-audit-log.ts'
import { setHashCost } from '../../secrets/password-hash.ts'

setHashCost()

// crash.slow.test.ts tests kills during sign-ins.
describe('a server that is killed during writes', () => {
  let app: TestApp
  let server: ServerProcess
  let trips: TestTrips

  beforeAll(async () => {
    app = await createTestApp()
    server = await ServerProcess.start({
      DATABASE_URL: app.databaseUrl,
      DATABASE_OWNER_URL: ownerUrlOf(app.databaseUrl),
    })
    trips = new TestTrips(server.client, app.db, app.app.keyring)
  }, 60_000)
  beforeEach(async () => {
    if (!server.running) await server.start()
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await app.close()
  }, 60_000)

  /**
   * Runs all writes concurrently, and kills the server after some of them were acknowledged. Returns the acknowledged
   * results by item.
   */
  async function killAmong<T, A>(
    all: readonly T[],
    act: (one: T) => Promise<A>,
  ): Promise<Map<T, A>> {
    const answered = new Map<T, A>()
    let killed: Promise<void> | undefined
    await Promise.allSettled(
      all.map(async (one) => {
        answered.set(one, await act(one))
        if (answered.size === Math.ceil(all.length / 4)) killed = server.kill()
      }),
    )
    await killed
    expect(server.running).toBe(false)
    await server.start()
    return answered
  }

  test('keeps acknowledged writes of the catalogue, with confirmed identity', async () => {
    const console = { client: server.client, trips, build: app.build }
    const load = new CatalogueLoad(await Promise.all([1, 2, 3].map(() => administratorOf(console))))
    await load.made(5)
    await server.kill()
    await load.stop()
    await server.start()
    await expectConsistentServices(app.db, load.acknowledged)
  }, 60_000)

  test('leaves each user with the old or the new password, and with the new one if it was acknowledged', async () => {
    const newPassword = 'Bom-Dia-Vizinho-1987?'
    const hash = quickHashOf(defaultPassword)
    const people = await Promise.all(
      Array.from({ length: 8 }, () => app.build.user({ hash, passwordAgeDays: 4000 })),
    )
    const doors = new Map<string, string>()
    await Promise.all(
      people.map(async ({ email }) => {
        const session = await trips.begin(email)
        const code = await trips.sendCode(session, email)
        doors.set(email, (await trips.answer(session, email, code)).data.access_token)
      }),
    )
    const answered = await killAmong(people, async ({ email }) => {
      const access_token = doors.get(email) ?? ''
      const body = { email, newPassword, access_token }
      return (await server.client.call('userSetPasswordExpired', { body })).data
    })

    for (const { email } of answered.keys()) await trips.begin(email, newPassword)
    const { rows } = await sql`select
      (select count(*)::int from users u where u.id = any (${people.map(({ id }) => id)}) and
        (select count(*) from passwords where user_id = u.id and superseded_at is null) <> 1) as torn,
      (select count(*)::int from passwords where user_id = any (${people.map(({ id }) => id)})
        and superseded_at is not null)
      - (select count(*)::int from audit_events where event = 'password.renewed') as without_event`.execute(
      app.db,
    )
    expect(rows).toEqual([{ torn: 0, without_event: 0 }])
    await waitAndVerify(app.db)
  }, 60_000)

  test('leaves each code either used with its token or valid, and used if the exchange was acknowledged', async () => {
    const visitors = await Promise.all(Array.from({ length: 8 }, () => app.build.visitor()))
    const held = new Map<Visitor, { code: string; who: SignedIn }>()
    await Promise.all(
      visitors.map(async (visitor) => {
        const who = await trips.signIn(visitor.email)
        const { code } = (await trips.askForCode(who, visitor.at)).data
        held.set(visitor, { code, who })
      }),
    )
    const exchange = async (visitor: Visitor) => {
      const { code = '', who } = held.get(visitor) ?? {}
      return trips.exchange(code, visitor.module, who)
    }
    const answered = await killAmong(visitors, async (visitor) => (await exchange(visitor)).data)

    for (const { access_token } of answered.values())
      expect((await trips.validate(access_token)).status).toBe(200)
    const { rows } = await sql`select
      (select count(*)::int from one_time_codes where (used_at is null) <> (token_id is null)) as torn,
      (select count(*)::int from tokens t where kind = 'module'
        and not exists (select from one_time_codes where token_id = t.id)) as without_code,
      (select count(*)::int from one_time_codes where used_at is not null)
      - (select count(*)::int from audit_events where event = 'session.code-exchanged') as without_event`.execute(
      app.db,
    )
    expect(rows).toEqual([{ torn: 0, without_code: 0, without_event: 0 }])
    await waitAndVerify(app.db)
    for (const visitor of visitors) {
      const used = await sql<{ used: boolean }>`select bool_or(used_at is not null) as used
        from one_time_codes c join sessions s on s.id = c.session_id where s.user_id = ${visitor.id}
        and c.module_id = ${visitor.module.id}`.execute(app.db)
      if (!used.rows[0]?.used) expect((await exchange(visitor)).status).toBe(200)
    }
  }, 60_000)
})
