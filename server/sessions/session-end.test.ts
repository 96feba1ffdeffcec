import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../../test/testing/builders.ts'
import { ended, expectOnAllInstances, outcomesOf } from '../../test/testing/instance-outcomes.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

let app: TestApp
let second: TestInstance

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
})
afterAll(() => app.close())

/** Signs a user in to a module. Afterwards both instances have cached the session and grants. */
async function signedIn(): Promise<{ visitor: Visitor; initial: SignedIn; who: SignedIn }> {
  const visitor = await app.build.visitor()
  const initial = await app.trips.enter(visitor)
  const who = await app.trips.arrive(initial, visitor.at)
  await expectOnAllInstances([app, second], who, '200')
  return { visitor, initial, who }
}

describe('the end of a session', () => {
  test('signing out on one instance ends every token of the session on both', async () => {
    const { initial, who } = await signedIn()
    await app.client.call('userInvalidateToken', {
      ...initial,
      body: { access_token: initial.token },
    })
    expect((await app.trips.validate(who.token)).outcome).toBe(ended)
    expect((await app.trips.validate(initial.token, initial.cookie)).outcome).toBe(ended)
    await expectOnAllInstances([app, second], who, ended)
    await expectOnAllInstances([app, second], initial, ended)
  })

  test('a module may end the session of its visitor', async () => {
    const { initial, who } = await signedIn()
    const answer = await second.client.call('userInvalidateToken', {
      token: who.token,
      body: { access_token: who.token },
    })
    expect(answer.status).toBe(200)
    await expectOnAllInstances([app, second], initial, ended)
  })

  test('other sessions of the same user stay valid', async () => {
    const { visitor, initial } = await signedIn()
    const elsewhere = await app.trips.enter(visitor)
    await app.client.call('userInvalidateToken', {
      ...initial,
      body: { access_token: initial.token },
    })
    await expectOnAllInstances([app, second], initial, ended)
    await expectOnAllInstances([app, second], elsewhere, '200')
  })

  const users = (change: { suspended?: boolean; active?: boolean }) => (visitor: Visitor) =>
    app.db.updateTable('users').set(change).where('id', '=', visitor.id).execute()

  test.each([
    ['blocked', { suspended: true }, { suspended: false }],
    ['deleted', { active: false }, { active: true }],
  ] as const)(
    'a %s user is signed out, and their session stays ended when that is undone',
    async (reason, change, undone) => {
      const { visitor, initial, who } = await signedIn()
      await users(change)(visitor)
      await expectOnAllInstances([app, second], who, ended)
      await expectOnAllInstances([app, second], initial, ended)
      await users(undone)(visitor)
      const row = app.db
        .selectFrom('sessions')
        .select('end_reason')
        .where('user_id', '=', visitor.id)
      expect(await row.execute()).toEqual([{ end_reason: reason }])
      expect(await outcomesOf([app, second], initial)).toEqual([ended, ended])
    },
  )
})
