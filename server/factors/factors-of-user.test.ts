import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { enterByPasskey, makePasskey } from '../../test/testing/passkey-trips.ts'
import { masterOf, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { addTotp, makeRecoveryCodes } from '../../test/testing/totp-trips.ts'
import { minutes } from '../shared/clock.ts'

let app: TestApp
let master: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  master = await masterOf(app)
})
afterAll(() => app.close())

const read = (id: number, by = master) =>
  by.call('factorListOfUser', { params: { userId: String(id) } })

/** A user of the master's company. */
const person = () => personOf(app, [master.person.company.id])

const none = { passkeys: { count: 0, last_used_at: null }, totp: null, recovery_codes: null }

describe('/user/{userId}/factors', () => {
  test('counts the passkeys and unused codes of this user only, and contains no secret', async () => {
    const [user, other] = [await person(), await person()]
    const { who, authenticator } = await makePasskey(app, user)
    expect((await read(user.id)).data).toEqual({
      ...none,
      passkeys: { count: 1, last_used_at: null },
    })
    await enterByPasskey(app, authenticator)
    const used = app.clock.now().toISOString()
    app.clock.advance(minutes(1))
    await makePasskey(app, user, {}, who)
    const since = app.clock.now()
    const secret = await addTotp(app, who, user.email, since)
    const codes = await makeRecoveryCodes(app, who, user.email)
    await app.db
      .updateTable('recovery_codes')
      .set({ used_at: since })
      .where('digest', '=', (eb) =>
        eb
          .selectFrom('recovery_codes')
          .select('digest')
          .where('user_id', '=', user.id)
          .orderBy('digest')
          .limit(1),
      )
      .execute()
    const { data, text } = await read(user.id)
    expect(data).toEqual({
      passkeys: { count: 2, last_used_at: used },
      totp: { created_at: since.toISOString(), last_used_at: null },
      recovery_codes: { created_at: since.toISOString(), unused: 9 },
    })
    for (const hidden of [secret, ...codes]) expect(text).not.toContain(hidden)
    expect((await read(other.id)).data).toEqual(none)
  })

  test('a user of another company is not found, and one of two companies is refused', async () => {
    const stranger = await masterOf(app)
    const user = await person()
    await makePasskey(app, user)
    expect((await read(user.id, stranger)).outcome).toBe('404 user-not-found')
    const shared = await personOf(app, [master.person.company.id, stranger.person.company.id])
    expect((await read(shared.id)).outcome).toBe('403 user-of-other-companies')
    const admin = await administratorOf(app)
    expect((await read(shared.id, admin)).data).toEqual(none)
  })
})
