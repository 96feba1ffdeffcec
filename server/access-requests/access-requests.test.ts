import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dailyAccessRequestsMax, pendingAccessRequestsMax } from '../../contract/access-requests.ts'
import { commonModuleId, consoleModuleId } from '../../contract/constants.ts'
import { AccessRequestScenario } from '../../test/testing/access-request-scenario.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { linkTo } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { after, days } from '../shared/clock.ts'

let app: TestApp
let place: AccessRequestScenario

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  place = await AccessRequestScenario.create(app)
})

const fieldsOf = ({ text }: { text: string }): unknown =>
  (JSON.parse(text) as { result: { fields?: unknown } }).result.fields

describe('POST /access-request', () => {
  test('stores the request, expires after seven days, and keeps the reason out of the audit log', async () => {
    const made = await place.ask({ reason: ' Projeto secreto ', end_date: place.inDays(30) })
    expect(made.outcome).toBe('200')
    expect(made.data.expires_at).toBe(after(app.clock.now(), days(7)).toISOString())
    expect(await place.mine()).toMatchObject([
      {
        id: made.data.id,
        reason: 'Projeto secreto',
        end_date: place.inDays(30),
        state: 'pending',
        open: false,
      },
    ])
    const event = await lastEvent(app.db)
    expect(event).toMatchObject({
      event: 'access-request.made',
      target: `access-request:${made.data.id}`,
      user_id: place.person.id,
      company_id: place.companyId,
    })
    expect(JSON.stringify(event)).not.toContain('secreto')
    expect(await place.held()).toEqual([])
  })

  test('is refused for companies, modules and SPIDs of others as if they did not exist', async () => {
    const other = await AccessRequestScenario.create(app, { spids: ['77'] })
    expect((await place.ask({ company_id: other.companyId })).outcome).toBe('404 company-not-found')
    expect((await place.ask({ module_id: other.moduleId })).outcome).toBe('404 module-not-found')
    expect((await other.ask({ spid: '78' })).outcome).toBe('404 spid-not-found')
    expect((await place.ask({ module_id: commonModuleId })).outcome).toBe('404 module-not-found')
    await app.db
      .updateTable('companies')
      .set({ active: false })
      .where('id', '=', place.companyId)
      .execute()
    expect((await place.ask()).outcome).toBe('404 company-not-found')
  })

  test('is refused if the access is open, and accepted for a function that the profile lacks', async () => {
    const [userId, companyId] = [place.person.id, place.companyId]
    await app.build.holdFunction(place.profileId, place.moduleId, '/conferir')
    const { id: function_id } = await app.db
      .insertInto('functions')
      .values({ module_id: place.moduleId, name: 'Aprovar', url: '/aprovar' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.build.assign({ userId, profileId: place.profileId, companyId })
    expect((await place.ask()).outcome).toBe('409 access-not-missing')
    expect((await place.ask({ function_path: '/conferir' })).outcome).toBe('409 access-not-missing')
    expect((await place.ask({ function_path: '/nada' })).outcome).toBe('404 function-not-found')
    const id = await place.request({ function_path: '/aprovar' })
    expect(await place.row(id)).toMatchObject({ function_id })
    expect(await place.mine()).toMatchObject([{ function_path: '/aprovar', open: false }])
  })

  test('accepts a screen of this console, and names the field of an action without a function', async () => {
    await place.request({
      module_id: consoleModuleId,
      function_path: '/user-list',
      action_path: 'create',
    })
    const refused = await place.ask({ module_id: consoleModuleId, action_path: 'create' })
    expect(fieldsOf(refused)).toEqual({ function_path: 'Informe a função.' })
  })

  test('names invalid days: in the past, too late, or beyond the maximum term of the company', async () => {
    expect(fieldsOf(await place.ask({ end_date: place.inDays(-1) }))).toHaveProperty('end_date')
    expect(fieldsOf(await place.ask({ end_date: '2099-01-01' }))).toHaveProperty('end_date')
    await app.db
      .updateTable('companies')
      .set({ assignment_days_max: 10 })
      .where('id', '=', place.companyId)
      .execute()
    expect(fieldsOf(await place.ask({ end_date: place.inDays(10) }))).toHaveProperty('end_date')
    expect((await place.ask({ end_date: place.inDays(9) })).outcome).toBe('200')
  })

  test('is refused while the same request is pending, also if both arrive at once', async () => {
    const outcomes = (await Promise.all([place.ask(), place.ask(), place.ask()])).map(
      ({ outcome }) => outcome,
    )
    expect(outcomes.toSorted()).toEqual([
      '200',
      '409 access-request-pending',
      '409 access-request-pending',
    ])
  })

  test('may be made again after it expired, before any job has marked it', async () => {
    const id = await place.request()
    await app.db
      .updateTable('access_requests')
      .set({ expires_at: app.clock.now() })
      .where('id', '=', id)
      .execute()
    expect(await place.mine()).toMatchObject([{ id, state: 'expired' }])
    expect((await place.ask()).outcome).toBe('200')
    expect(await place.row(id)).toMatchObject({ state: 'expired', version: 2 })
  })

  test('leaves other requests whose term has ended to the job that mails about them', async () => {
    const spids = await AccessRequestScenario.create(app, { spids: ['11', '12'] })
    const [other, same] = [await spids.request({ spid: '11' }), await spids.request({ spid: '12' })]
    await app.db
      .updateTable('access_requests')
      .set({ expires_at: app.clock.now() })
      .where('id', 'in', [other, same])
      .execute()
    await spids.request({ spid: '12' })
    expect(await spids.row(same)).toMatchObject({ state: 'expired' })
    expect(await spids.row(other)).toMatchObject({ state: 'pending' })
  })

  test('does not count requests whose term has ended as pending', async () => {
    const now = app.clock.now()
    const row = (n: number) => ({
      requester_id: place.person.id,
      company_id: place.companyId,
      module_id: place.moduleId,
      spid: `N${n}`,
      reason: 'Muitos',
      created_at: after(now, -days(7)),
      expires_at: now,
    })
    const rows = Array.from({ length: pendingAccessRequestsMax }, (_, n) => row(n))
    await app.db.insertInto('access_requests').values(rows).execute()
    expect((await place.ask()).outcome).toBe('200')
  })

  test('accepts a limited number of pending requests, and of requests in a day', async () => {
    const now = app.clock.now()
    const row = (spid: string) => ({
      requester_id: place.person.id,
      company_id: place.companyId,
      module_id: place.moduleId,
      spid,
      reason: 'Muitos',
      created_at: now,
      expires_at: after(now, days(7)),
    })
    const many = (count: number) => Array.from({ length: count }, (_, n) => row(`N${n}`))
    await app.db
      .insertInto('access_requests')
      .values(many(pendingAccessRequestsMax - 1))
      .execute()
    const outcomes = (
      await Promise.all([place.ask(), place.ask({ module_id: consoleModuleId })])
    ).map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['200', '409 too-many-access-requests'])
    await app.db
      .updateTable('access_requests')
      .set({ state: 'withdrawn', decided_at: now })
      .where('requester_id', '=', place.person.id)
      .execute()
    const left = dailyAccessRequestsMax - pendingAccessRequestsMax - 1
    const withdrawn = many(left).map((each) => ({
      ...each,
      state: 'withdrawn',
      decided_at: now,
    }))
    await app.db.insertInto('access_requests').values(withdrawn).execute()
    const last = await place.request()
    await place.withdraw(last)
    expect((await place.ask()).outcome).toBe('409 too-many-access-requests')
  })
})

describe('a request', () => {
  test('is withdrawn once, and only by its author', async () => {
    const id = await place.request()
    const other = await AccessRequestScenario.create(app)
    await linkTo(app, other.person.id, place.companyId)
    expect((await place.withdraw(id, other.asking)).outcome).toBe('404 access-request-not-found')
    expect((await place.withdraw(id)).outcome).toBe('200')
    expect((await place.withdraw(id)).outcome).toBe('409 access-request-closed')
    expect((await place.approve(id, { version: 2 })).outcome).toBe('409 access-request-closed')
    expect(await place.held()).toEqual([])
  })

  test('is seen by master users of its company, not by those of others', async () => {
    const id = await place.request()
    const other = await AccessRequestScenario.create(app)
    const list = async ({ master }: AccessRequestScenario) =>
      (await master.call('accessRequestList', { query: {} })).data.rows.map((row) => row.id)
    expect(await list(place)).toEqual([id])
    expect(await list(other)).toEqual([])
    const get = ({ master }: AccessRequestScenario) =>
      master.call('accessRequestGet', { params: { id: String(id) } })
    expect((await get(other)).outcome).toBe('404 access-request-not-found')
    expect((await other.approve(id)).outcome).toBe('404 access-request-not-found')
    expect((await other.refuse(id)).outcome).toBe('404 access-request-not-found')
    expect((await get(place)).data).toMatchObject({
      id,
      requester: { id: place.person.id },
      can_decide: true,
      awaits_me: true,
      why: { allowed: false, missing: ['no-profile'], seats: { limit: 9, free: 9 } },
      profiles: [{ id: place.profileId, holders: 0 }],
      seat_taken: false,
    })
  })
})
