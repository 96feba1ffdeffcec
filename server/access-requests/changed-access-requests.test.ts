import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import { AccessRequestScenario } from '../../test/testing/access-request-scenario.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { linkTo, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'
import { days } from '../shared/clock.ts'

let app: TestApp
let place: AccessRequestScenario

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  place = await AccessRequestScenario.create(app)
})

const outcomesOf = (answers: readonly { outcome: string }[]) =>
  answers.map(({ outcome }) => outcome).toSorted()
/** Another master user of the company. */
const colleague = async (): Promise<ConsoleClient> => {
  const { company, at } = place.master.person
  const user = await personOf(app, [company.id])
  await app.build.assign({ userId: user.id, profileId: masterProfileId, companyId: company.id })
  return arriveInConsole(app, { ...place.master.person, ...user, at })
}

describe('a request that changed meanwhile', () => {
  test('is approved once by two approvers at once, who both wait for its row', async () => {
    const [id, other] = [await place.request(), await colleague()]
    const answers = await app.db.transaction().execute(async (within) => {
      await within
        .selectFrom('access_requests')
        .select('id')
        .where('id', '=', id)
        .forUpdate()
        .execute()
      const both = [place.approve(id), place.approve(id, {}, other)]
      await waitingFor(app.db, 'access_requests', 2)
      return both
    })
    expect(outcomesOf(await Promise.all(answers))).toEqual(['200', '409 access-request-closed'])
    expect(await place.held()).toHaveLength(1)
  })

  test('is either approved or withdrawn if both happen at once', async () => {
    const id = await place.request()
    const answers = await app.db.transaction().execute(async (within) => {
      await within
        .selectFrom('access_requests')
        .select('id')
        .where('id', '=', id)
        .forUpdate()
        .execute()
      const both = [place.approve(id), place.withdraw(id)]
      await waitingFor(app.db, 'access_requests', 2)
      return both
    })
    expect(outcomesOf(await Promise.all<{ outcome: string }>(answers))).toEqual([
      '200',
      '409 access-request-closed',
    ])
    const { state } = await place.row(id)
    expect(await place.held()).toHaveLength(state === 'approved' ? 1 : 0)
  })

  test('is not approved if the access was given at the same moment', async () => {
    const id = await place.request()
    const answer = await app.db.transaction().execute(async (within) => {
      await within
        .selectFrom('user_companies')
        .select('user_id')
        .where('user_id', '=', place.person.id)
        .forNoKeyUpdate()
        .execute()
      const approved = { of: place.approve(id, { end_date: place.inDays(2) }) }
      await waitingFor(app.db, 'user_companies')
      const { companyId: company_id, profileId: profile_id } = place
      const given = { user_id: place.person.id, company_id, profile_id }
      await within.insertInto('user_profiles').values(given).execute()
      return approved
    })
    expect((await answer.of).outcome).toBe('409 access-not-missing')
    expect(await place.row(id)).toMatchObject({ state: 'pending' })
    expect(await place.held()).toHaveLength(1)
  })

  test('cannot be decided after it expired', async () => {
    const id = await place.request()
    app.clock.advance(days(7))
    const late = await arriveInConsole(app, place.master.person)
    for (const answer of [await place.approve(id, {}, late), await place.refuse(id, late)])
      expect(answer.outcome).toBe('409 access-request-closed')
    expect(await place.held()).toEqual([])
  })

  test('gives nothing to a requester who was blocked, deleted or unlinked', async () => {
    const id = await place.request()
    const admin = await administratorOf(app)
    const user = app.db.updateTable('users').where('id', '=', place.person.id)
    await user.set({ suspended: true }).execute()
    expect((await place.approve(id)).outcome).toBe('409 requester-not-active')
    await user.set({ suspended: false, active: false, deleted_at: new Date() }).execute()
    expect((await place.approve(id)).outcome).toBe('409 requester-not-active')
    await user.set({ active: true, deleted_at: null }).execute()
    await app.db.deleteFrom('user_companies').where('user_id', '=', place.person.id).execute()
    expect((await place.approve(id)).outcome).toBe('404 access-request-not-found')
    expect((await place.approve(id, {}, admin)).outcome).toBe('409 requester-not-active')
    expect(await place.held()).toEqual([])
    expect(await place.row(id)).toMatchObject({ state: 'pending', version: 1 })
  })

  test('gives nothing if the last seat is gone, and nothing twice if the access is open', async () => {
    const full = await AccessRequestScenario.create(app, { seats: 1 })
    const id = await full.request()
    const [userId, companyId] = [(await app.build.user()).id, full.companyId]
    await linkTo(app, userId, companyId)
    await app.build.assign({ userId, profileId: full.profileId, companyId })
    expect((await full.approve(id)).outcome).toBe('409 seat-limit-exceeded')
    expect(await full.row(id)).toMatchObject({ state: 'pending' })
    const open = await place.request()
    const ofPlace = { profileId: place.profileId, companyId: place.companyId }
    await app.build.assign({ userId: place.person.id, ...ofPlace })
    expect((await place.approve(open, { end_date: place.inDays(2) })).outcome).toBe(
      '409 access-not-missing',
    )
  })
})
