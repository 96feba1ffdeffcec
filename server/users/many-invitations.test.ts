import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manyInvitationsMax } from '../../contract/limits.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { masterOf, personOf, subjectsTo } from '../../test/testing/people.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  master = await masterOf(app)
})
afterAll(() => app.close())

const invite = (user_id: number[], by = admin) => by.call('userInviteMany', { body: { user_id } })

/** Creates a user of these companies who was invited and has not signed in yet. */
async function waiting(...companies: number[]) {
  const user = await personOf(app, companies)
  await app.db.deleteFrom('passwords').where('user_id', '=', user.id).execute()
  await app.db
    .updateTable('users')
    .set({ last_access_at: null })
    .where('id', '=', user.id)
    .execute()
  return user
}
const own = () => waiting(master.person.company.id)
const invitations = async (email: string) =>
  (await subjectsTo(app, email)).filter((subject) => subject.startsWith('Seu convite'))

describe('POST /user/invitation/many', () => {
  test('sends each user one mail that names the companies, with one event and a part for each', async () => {
    const [one, other] = [await own(), await own()]
    expect((await invite([one.id, other.id], master)).data).toEqual({
      user_id: [one.id, other.id],
      skipped: [],
    })
    for (const { email } of [one, other]) expect(await invitations(email)).toHaveLength(1)
    const events = await app.db.selectFrom('audit_events').selectAll().orderBy('seq').execute()
    const whole = events.findLast(({ part_of }) => part_of === null)
    expect(whole).toMatchObject({
      event: 'user.many-invited',
      target: null,
      after: { user_id: [one.id, other.id] },
      confirmed_by: 'password',
    })
    expect(events.filter(({ part_of }) => part_of === whole?.seq)).toMatchObject(
      [one, other].map(({ id }) => ({
        event: 'user.invited',
        target: `user:${id}`,
        user_id: master.person.id,
      })),
    )
  })

  test('skips and names users who have signed in meanwhile, and replaces a waiting mail', async () => {
    const [here, entered] = [await own(), await personOf(app, [master.person.company.id])]
    const { data } = await invite([entered.id, here.id], master)
    expect(data).toEqual({
      user_id: [here.id],
      skipped: [{ user_id: entered.id, reason: 'entered' }],
    })
    expect(await invitations(entered.email)).toEqual([])
    await app.db
      .updateTable('outbox')
      .set({ sent_at: null })
      .where('recipient', '=', here.email)
      .execute()
    await invite([here.id], master)
    expect(await invitations(here.email)).toHaveLength(1)
  })

  test('skips and names a user who got five invitations in an hour', async () => {
    const [often, seldom] = [await own(), await own()]
    for (let n = 0; n < 5; n++)
      expect((await admin.call('userInvite', { body: { id: often.id } })).outcome).toBe('200')
    expect((await invite([often.id, seldom.id])).data).toEqual({
      user_id: [seldom.id],
      skipped: [{ user_id: often.id, reason: 'limit' }],
    })
  })

  test('is atomic: users who cannot be invited are named, and nobody gets a mail', async () => {
    const fine = await own()
    const shared = await waiting(master.person.company.id, (await app.build.company()).id)
    const stranger = await waiting((await app.build.company()).id)
    const blocked = await own()
    await app.db
      .updateTable('users')
      .set({ suspended: true })
      .where('id', '=', blocked.id)
      .execute()
    for (const [id, outcome] of [
      [shared.id, '403 user-of-other-companies'],
      [stranger.id, '404 user-not-found'],
      [blocked.id, '409 user-not-active'],
    ] as const) {
      const answer = await invite([fine.id, id], master)
      expect(answer.outcome).toBe(outcome)
      expect(Object.keys(answer.failure.fields ?? {})).toEqual(['user_id.1'])
    }
    expect(await invitations(fine.email)).toEqual([])
    expect((await invite([shared.id, stranger.id])).data.user_id).toEqual([shared.id, stranger.id])
  })

  test('takes at most 50 users, with as many statements as two, and 100 invitations an hour', async () => {
    const busy = await arriveInConsole(
      app,
      await app.build.consoleUser({ profileId: admin.person.profileId }),
    )
    const ids: number[] = []
    for (let n = 0; n < manyInvitationsMax + 1; n++) ids.push((await own()).id)
    const few = await statementsOf(() => invite(ids.slice(0, 2), busy))
    const many = await statementsOf(() => invite(ids.slice(0, manyInvitationsMax), busy))
    expect(many).toHaveLength(few.length)
    expect((await invite(ids, busy)).failure.fields).toEqual({
      user_id: `Selecione no máximo ${manyInvitationsMax} usuários por vez.`,
    })
    // 52 were sent, so 49 more exceed the limit; 48 are still possible.
    expect((await invite(ids.slice(0, 49), busy)).outcome).toBe('429 too-many-requests')
    expect((await invite(ids.slice(0, 48), busy)).outcome).toBe('200')
  })

  test('two at once both succeed, one after the other', async () => {
    const ids = [(await own()).id, (await own()).id]
    const answers = await Promise.all([invite(ids), invite(ids.toReversed(), master)])
    for (const { data } of answers) expect(data).toEqual({ user_id: ids, skipped: [] })
  })
})
