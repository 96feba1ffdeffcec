import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../test/testing/machine-needs.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

/** The connection for change notifications stalls without breaking (docs/security/limits.md). */
describeWith('root', 'stalled change notifications', { timeout: 60_000 }, () => {
  let app: TestApp
  let other: TestInstance
  let pid: number
  let who: SignedIn

  beforeAll(async () => {
    app = await createTestApp()
    other = await app.beside()
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where application_name = 'portaria changes' and datname = current_database()
      order by backend_start desc limit 1`.execute(app.db)
    pid = rows[0]?.pid ?? 0
    const person = await app.build.consoleUser()
    who = await app.trips.arrive(await app.trips.enter(person), person.at)
  })
  afterAll(async () => {
    process.kill(pid, 'SIGCONT')
    await app.close()
  })

  test('let a process accept a revoked session for at most a second, without losing its caches', async () => {
    expect((await other.trips.valid(who)).status).toBe(200)
    process.kill(pid, 'SIGSTOP')
    await app.client.call('userInvalidateToken', { ...who, body: { access_token: who.token } })
    const revoked = performance.now()
    let accepted = revoked
    for (let status = 200; status === 200;) {
      const begin = performance.now()
      ;({ status } = await other.trips.valid(who))
      if (status === 200) accepted = begin
    }
    expect(accepted - revoked).toBeLessThan(1000)
    expect(other.app.changes.connected).toBe(false)
    const before = other.app.sessionCache.weight
    process.kill(pid, 'SIGCONT')
    await expect.poll(() => other.app.changes.connected).toBe(true)
    expect(other.app.sessionCache.weight).toBe(before)
  })
})
