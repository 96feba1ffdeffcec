import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import { AccessRequestScenario } from '../../test/testing/access-request-scenario.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { subjectsTo } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

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
const eventOf = (event: string) =>
  app.db
    .selectFrom('audit_events')
    .selectAll()
    .where('event', '=', event)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
describe('an approval', () => {
  test('assigns the profile, opens the module, and stores the hash of exactly what was approved', async () => {
    const id = await place.request({ end_date: place.inDays(30) })
    const answer = await place.approve(id, { end_date: place.inDays(20) })
    const change = {
      company_id: place.companyId,
      end_date: place.inDays(20),
      exceptions: [],
      profile_id: place.profileId,
      requester_id: place.person.id,
      spids: [],
    }
    expect(answer.data).toEqual({ change_hash: hash('sha256', JSON.stringify(change)) })
    expect(await place.held()).toEqual([
      {
        profile_id: place.profileId,
        spid: null,
        reason: 'Projeto',
        created_by: place.master.person.id,
      },
    ])
    expect(await place.mine()).toMatchObject([
      { state: 'approved', open: true, approved_end_date: place.inDays(20) },
    ])
    const { change_hash } = answer.data
    expect(await place.row(id)).toMatchObject({ change_hash, decided_by: place.master.person.id })
    const events = await app.db
      .selectFrom('audit_entries')
      .select(['event', 'target', 'confirmed_by'])
      .orderBy('seq', 'desc')
      .limit(2)
      .execute()
    expect(events).toMatchObject([
      { event: 'user-profile.given', target: `user:${place.person.id}` },
      { event: 'access-request.approved', target: `access-request:${id}` },
    ])
    expect(await eventOf('access-request.approved')).toMatchObject({
      after: { ...change, change_hash },
    })
  })

  test('is refused without the confirmation of exactly this body', async () => {
    const id = await place.request()
    const other = await app.build.profile({ moduleId: place.moduleId })
    const code = await place.master.confirm('accessRequestApprove', place.approval(id))
    const swapped = place.approval(id, { profile_id: other })
    const answer = await place.master.callWith({ code }, 'accessRequestApprove', swapped)
    expect(answer.outcome).toMatch(/^40[13] /)
    expect(await place.held()).toEqual([])
    expect(await place.row(id)).toMatchObject({ state: 'pending' })
  })

  test('must name the requester and the company of the request', async () => {
    const id = await place.request()
    const other = await AccessRequestScenario.create(app)
    for (const more of [{ requester_id: other.person.id }, { company_id: other.companyId }])
      expect((await place.approve(id, more)).outcome).toBe('409 changed-meanwhile')
    expect(await place.held()).toEqual([])
  })

  test('gives no profile of another module or company, or without the requested function', async () => {
    await app.build.holdFunction(place.profileId, place.moduleId, '/conferir')
    const without = await app.build.profile({ moduleId: place.moduleId })
    await app.db
      .updateTable('profiles')
      .set({ accredited_enable: true })
      .where('id', '=', without)
      .execute()
    const other = await AccessRequestScenario.create(app)
    const { id: ofOther } = await app.db
      .insertInto('profiles')
      .values({ module_id: place.moduleId, name: 'Alheio', company_id: other.companyId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = await place.request({ function_path: '/conferir' })
    for (const profile_id of [without, other.profileId, ofOther, masterProfileId])
      expect((await place.approve(id, { profile_id })).outcome).toBe('404 profile-not-found')
    const details = await place.master.call('accessRequestGet', { params: { id: String(id) } })
    expect(details.data.profiles.map((profile) => profile.id)).toEqual([place.profileId])
    expect((await place.approve(id)).outcome).toBe('200')
  })

  test('may shorten the term, never prolong it, and keeps the maximum terms', async () => {
    const id = await place.request({ end_date: place.inDays(30) })
    for (const more of [{}, { end_date: place.inDays(31) }, { end_date: place.inDays(-1) }])
      expect(fieldsOf(await place.approve(id, more))).toHaveProperty('end_date')
    const begin = { begin_date: place.inDays(9), end_date: place.inDays(8) }
    expect(fieldsOf(await place.approve(id, begin))).toHaveProperty('begin_date')
    await app.db
      .updateTable('profiles')
      .set({ assignment_days_max: 10 })
      .where('id', '=', place.profileId)
      .execute()
    expect(fieldsOf(await place.approve(id, { end_date: place.inDays(20) }))).toHaveProperty(
      'end_date',
    )
    expect(await place.held()).toEqual([])
    expect((await place.approve(id, { end_date: place.inDays(9) })).outcome).toBe('200')
  })

  test('keeps the requested SPID, and may reduce a request for all of them', async () => {
    const spids = await AccessRequestScenario.create(app, { spids: ['11', '12', '13'] })
    const one = await spids.request({ spid: '11' })
    for (const given of [[], ['12'], ['11', '12']])
      expect(fieldsOf(await spids.approve(one, { spids: given }))).toHaveProperty('spids')
    expect((await spids.approve(one, { spids: ['11'] })).outcome).toBe('200')
    const two = await spids.request({ spid: '12' })
    expect((await spids.withdraw(two)).outcome).toBe('200')
    await app.db.deleteFrom('user_profiles').where('user_id', '=', spids.person.id).execute()
    const all = await spids.request()
    expect((await spids.approve(all, { spids: ['99'] })).outcome).toBe('404 spid-not-found')
    expect((await spids.approve(all, { spids: ['13', '12'] })).outcome).toBe('200')
    expect((await spids.held()).map(({ spid }) => spid).toSorted()).toEqual(['12', '13'])
  })
})

describe('a refusal', () => {
  test('keeps its sentence for the requester, out of the audit log, and decides once', async () => {
    const id = await place.request()
    expect((await place.refuse(id, place.master, 2)).outcome).toBe('409 changed-meanwhile')
    expect((await place.refuse(id)).outcome).toBe('200')
    const event = await lastEvent(app.db)
    expect(event).toMatchObject({
      event: 'access-request.refused',
      target: `access-request:${id}`,
    })
    expect(JSON.stringify(event)).not.toContain('área')
    expect(await place.mine()).toMatchObject([{ state: 'refused', answer: 'Não é da sua área.' }])
    expect((await place.refuse(id, place.master, 2)).outcome).toBe('409 access-request-closed')
  })

  test('is mailed to the requester, unless that user is blocked', async () => {
    const mails = async () => (await subjectsTo(app, place.person.email)).filter(isRefusal)
    const isRefusal = (subject: string) => subject === 'Seu pedido de acesso foi recusado'
    await place.refuse(await place.request())
    expect(await mails()).toHaveLength(1)
    const id = await place.request()
    const user = app.db.updateTable('users').where('id', '=', place.person.id)
    await user.set({ suspended: true }).execute()
    expect((await place.refuse(id)).outcome).toBe('200')
    expect(await mails()).toHaveLength(1)
  })

  test('is possible for administrators', async () => {
    const admin = await administratorOf(app)
    expect((await place.refuse(await place.request(), admin)).outcome).toBe('200')
  })
})
