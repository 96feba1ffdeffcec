import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BodyInputOf } from '../../contract/endpoint.ts'
import type { accessReviews } from '../../contract/access-reviews.ts'
import { administratorProfileId, masterProfileId } from '../../contract/constants.ts'
import { dayOf } from '../../contract/days.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { after, days, minutes } from '../shared/clock.ts'
import { processDueReviews } from './due-reviews.ts'

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient
let place: Awaited<ReturnType<typeof makePlace>>

beforeAll(async () => (app = await createTestApp()))
afterAll(() => app.close())
// Tests move the clock, so each has sessions of its own.
beforeEach(async () => {
  admin = await administratorOf(app)
  master = await masterOf()
  place = await makePlace()
})

const masterOf = async () =>
  arriveInConsole(app, await app.build.consoleUser({ profileId: masterProfileId }))

/** Two users of the company of the master user, each with a profile of a module. */
async function makePlace() {
  const { company } = master.person
  const module = await app.build.module()
  await app.build.plan({ companyId: company.id, moduleId: module.id, seats: 9 })
  const profileId = await app.build.profile({ moduleId: module.id })
  const users = [await app.build.user(), await app.build.user()] as const
  for (const { id: user_id } of users) {
    await app.db
      .insertInto('user_companies')
      .values({ user_id, company_id: company.id })
      .onConflict((on) => on.doNothing())
      .execute()
    await app.build.assign({ userId: user_id, profileId, companyId: company.id })
  }
  return { company, module, profileId, users, at: { module, companyId: company.id } }
}

const inDays = (n: number): string => dayOf(after(app.clock.now(), days(n)))
type Body = BodyInputOf<typeof accessReviews.accessReviewCreate>

/** Creates a review of the module of the place, with a deadline in ten days. */
async function review(body: Partial<Body> = {}): Promise<number> {
  const created = await admin.call('accessReviewCreate', {
    body: {
      name: 'Revisão anual',
      company_ids: [place.company.id],
      module_ids: [place.module.id],
      deadline: inDays(10),
      ...body,
    },
  })
  expect(created.outcome).toBe('200')
  return created.data.id
}

const itemsOf = async (id: number, who = admin) => {
  const query = { take: '50' }
  const { data } = await who.call('accessReviewItems', { params: { id: String(id) }, query })
  return data.rows
}
/** Returns the item of a user. */
async function itemOf(id: number, userId: number) {
  const found = (await itemsOf(id)).find(({ user }) => user.id === userId)
  if (!found) throw new Error('The review has no item of this user.')
  return found
}

type Item = BodyInputOf<typeof accessReviews.accessReviewDecide>['items'][number]
const note = (id: number, items: Item[], who = master) =>
  who.call('accessReviewDecide', { params: { id: String(id) }, body: { items } })
const confirm = (id: number, items: Item[], who = master) =>
  who.call('accessReviewConfirm', { params: { id: String(id) }, body: { items } })
const decide = async (id: number, items: Item[], who = master) => {
  expect((await note(id, items, who)).outcome).toBe('200')
  return confirm(id, items, who)
}

const enters = async (user: (typeof place.users)[number]) =>
  (await app.trips.askForCode(await app.trips.enter(user), place.at)).outcome === '200'
const process = () =>
  processDueReviews(app.db, {
    clock: app.clock,
    keyring: app.outbox.keyring,
    config: { publicUrl: app.origin },
  })
const pass = (n: number) => app.clock.advance(days(n))
const mailsTo = async (email: string) => {
  const { rows } = await sql<{ subject: string }>`
    select subject from outbox where recipient = ${email} order by turn`.execute(app.db)
  return rows.map(({ subject }) => subject)
}

describe('decisions', () => {
  test('take effect when they are confirmed: kept, shortened, removed', async () => {
    const [one, other] = place.users
    const id = await review()
    const [kept, gone] = [await itemOf(id, one.id), await itemOf(id, other.id)]
    const items: Item[] = [
      { id: kept.id, decision: 'shorten', end_day: inDays(3) },
      { id: gone.id, decision: 'remove' },
    ]
    await note(id, items)
    expect([await enters(one), await enters(other)]).toEqual([true, true])
    const answer = await confirm(id, items)
    expect(answer.data).toEqual({ kept: 0, shortened: 1, removed: 1 })
    const event = await lastEvent(app.db)
    expect([await enters(one), await enters(other)]).toEqual([true, false])
    expect(dayOf(new Date((await itemOf(id, one.id)).end_date ?? ''))).toBe(inDays(3))
    expect(await itemOf(id, other.id)).toMatchObject({
      outcome: 'removed',
      decided_by: expect.any(String),
    })
    expect(event).toMatchObject({ target: expect.stringMatching(/^user:/) })
    const { rows } = await sql<{ event: string; target: string }>`
      select event, target from audit_events where part_of is not null order by seq desc limit 2`.execute(
      app.db,
    )
    expect(new Set(rows.map(({ target }) => target))).toEqual(
      new Set([`user:${one.id}`, `user:${other.id}`]),
    )
  })

  test('are refused beside the noted ones, twice, and for own assignments', async () => {
    const id = await review()
    const { id: item } = await itemOf(id, place.users[0].id)
    await note(id, [{ id: item, decision: 'keep' }])
    expect((await confirm(id, [{ id: item, decision: 'remove' }])).outcome).toBe(
      '409 access-review-decision-changed',
    )
    expect((await confirm(id, [{ id: item, decision: 'keep' }])).data.kept).toBe(1)
    for (const send of [note, confirm])
      expect((await send(id, [{ id: item, decision: 'keep' }])).outcome).toBe(
        '409 access-review-item-settled',
      )
    await app.db
      .insertInto('user_companies')
      .values({ user_id: master.person.id, company_id: place.company.id })
      .onConflict((on) => on.doNothing())
      .execute()
    await app.build.assign({
      userId: master.person.id,
      profileId: place.profileId,
      companyId: place.company.id,
    })
    const again = await review()
    const own = await itemOf(again, master.person.id)
    expect((await note(again, [{ id: own.id, decision: 'keep' }])).failure).toMatchObject({
      code: 'user-is-oneself',
      fields: { 'items.0': expect.any(String) },
    })
    expect(
      (await itemsOf(again, master)).find(({ user }) => user.id === master.person.id),
    ).toMatchObject({
      can_decide: false,
    })
  })

  test('about another company are not found, nor those of reviews for administrators', async () => {
    const id = await review()
    const { id: item } = await itemOf(id, place.users[0].id)
    const stranger = await masterOf()
    expect((await note(id, [{ id: item, decision: 'remove' }], stranger)).outcome).toBe(
      '404 access-review-not-found',
    )
    const both = await review({ company_ids: [], module_ids: [place.module.id] })
    expect(
      (
        await note(
          both,
          [{ id: (await itemOf(both, place.users[0].id)).id, decision: 'keep' }],
          stranger,
        )
      ).outcome,
    ).toBe('404 access-review-not-found')
    const own = await review({ reviewers: 'administrators' })
    const hidden = await itemOf(own, place.users[0].id)
    expect((await note(own, [{ id: hidden.id, decision: 'remove' }])).outcome).toBe(
      '404 access-review-not-found',
    )
    expect((await decide(own, [{ id: hidden.id, decision: 'remove' }], admin)).outcome).toBe('200')
  })

  test.each([
    [{ decision: 'shorten' }, 'Informe até quando o acesso vale.'],
    [{ decision: 'shorten', end_day: -1 }, 'Data de fim não pode ser menor que a data atual'],
    [{ decision: 'shorten', end_day: 9 }, 'O acesso já termina antes disso.'],
    [{ decision: 'keep', end_day: 9 }, 'Só um acesso encurtado tem data de fim.'],
  ] as const)('with an invalid day name the item (%j)', async (given, sentence) => {
    await app.db
      .updateTable('user_profiles')
      .set({ end_at: after(app.clock.now(), days(5)) })
      .where('profile_id', '=', place.profileId)
      .execute()
    const id = await review()
    const item = await itemOf(id, place.users[0].id)
    const day = 'end_day' in given ? { end_day: inDays(given.end_day) } : {}
    const answer = await note(id, [{ id: item.id, decision: given.decision, ...day }])
    expect(answer.failure.fields).toEqual({ 'items.0.end_day': sentence })
    expect((await itemOf(id, place.users[0].id)).decision).toBeNull()
  })

  test('are accepted until the deadline, and not by a reviewer who lost the role', async () => {
    const id = await review({ deadline: inDays(0) })
    const items: Item[] = [{ id: (await itemOf(id, place.users[0].id)).id, decision: 'keep' }]
    await note(id, items)
    await app.db
      .deleteFrom('user_profiles')
      .where('user_id', '=', master.person.id)
      .where('profile_id', '=', masterProfileId)
      .execute()
    await expect.poll(async () => (await note(id, items)).outcome).toMatch(/^40[13]/)
    pass(1)
    const late = await administratorOf(app)
    expect((await confirm(id, items, late)).outcome).toBe('409 access-review-closed')
  })

  test('confirmed by two people at once are carried out once', async () => {
    const id = await review()
    const items: Item[] = [{ id: (await itemOf(id, place.users[0].id)).id, decision: 'remove' }]
    await note(id, items)
    const outcomes = await Promise.all([confirm(id, items), confirm(id, items, admin)])
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '409 access-review-item-settled',
    ])
  })

  test('that remove a lender and another user name the delegations that ended', async () => {
    const companyId = place.company.id
    const [lender, other, { id: userId }] = [
      await app.build.lender(companyId),
      await app.build.lender(companyId),
      place.users[0],
    ]
    const now = app.clock.now()
    const end = after(now, days(9))
    const lent = { userId, companyId, by: lender.id, begin: now, end }
    const delegation = await app.build.delegation(lent)
    const id = await review({ module_ids: [], profile_ids: [masterProfileId] })
    const items: Item[] = [
      { id: (await itemOf(id, lender.id)).id, decision: 'remove' },
      { id: (await itemOf(id, other.id)).id, decision: 'remove' },
    ]
    expect((await decide(id, items, admin)).data.removed).toBe(2)
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('event', '=', 'access-review.confirmed')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(event.after).toMatchObject({ removed: 2, delegations_ended: [delegation] })
  })

  test('wait for a removal of the assignment without a deadlock', async () => {
    const id = await review()
    const [user] = place.users
    const items: Item[] = [{ id: (await itemOf(id, user.id)).id, decision: 'remove' }]
    await note(id, items)
    const removal = await app.db.startTransaction().execute()
    const ofUser = removal
      .selectFrom('user_profiles')
      .select('id')
      .where('user_id', '=', user.id)
      .where('profile_id', '=', place.profileId)
    const { id: assignment } = await ofUser.forUpdate().executeTakeFirstOrThrow()
    const confirmed = confirm(id, items)
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%user_profiles%'`.execute(app.db)
        return rows.length
      })
      .toBe(1)
    await removal.deleteFrom('user_profiles').where('id', '=', assignment).execute()
    await removal.commit().execute()
    expect((await confirmed).outcome).toBe('200')
    expect((await itemOf(id, user.id)).outcome).toBe('gone')
  })

  test('find an assignment that was removed meanwhile gone', async () => {
    const id = await review()
    const [user] = place.users
    const item = await itemOf(id, user.id)
    const row = { user_id: user.id, profile_id: place.profileId, company_id: place.company.id }
    await admin.call('userProfileRemove', { body: [row] })
    expect((await decide(id, [{ id: item.id, decision: 'keep' }])).data.kept).toBe(0)
    expect((await itemOf(id, user.id)).outcome).toBe('gone')
  })
})

describe('at the deadline', () => {
  test('what nobody confirmed is suspended, and its users are told', async () => {
    const [one, other] = place.users
    const id = await review()
    const item = await itemOf(id, one.id)
    await decide(id, [{ id: item.id, decision: 'keep' }])
    await note(id, [{ id: (await itemOf(id, other.id)).id, decision: 'keep' }])
    pass(11)
    await process()
    admin = await administratorOf(app)
    expect([await enters(one), await enters(other)]).toEqual([true, false])
    expect(await itemOf(id, other.id)).toMatchObject({ outcome: 'suspended' })
    expect(await mailsTo(other.email)).toContain('Um acesso seu foi suspenso')
    expect(await mailsTo(one.email)).not.toContain('Um acesso seu foi suspenso')
    const { data } = await admin.call('accessReviewGet', { params: { id: String(id) } })
    expect(data).toMatchObject({ state: 'closed', outcomes: { kept: 1, suspended: 1 } })
    await process()
    expect((await mailsTo(other.email)).filter((each) => each.includes('suspenso'))).toHaveLength(1)
  })

  test('the last master profile of a company and the administrator profile are escalated', async () => {
    const id = await review({ module_ids: [], profile_ids: [masterProfileId] })
    const own = await review({ company_ids: [admin.person.company.id], module_ids: [1] })
    pass(11)
    await process()
    admin = await administratorOf(app)
    expect(await itemOf(id, master.person.id)).toMatchObject({ outcome: 'escalated' })
    const profiles = await itemsOf(own)
    expect(
      profiles
        .filter(({ profile }) => profile.id === administratorProfileId)
        .map(({ outcome }) => outcome),
    ).toContain('escalated')
    expect(await mailsTo(admin.person.email)).toEqual([])
  })

  test('of two master profiles of a company, only the undecided one is suspended', async () => {
    const second = await app.build.user()
    const assigned = { profileId: masterProfileId, companyId: place.company.id }
    await app.build.assign({ userId: second.id, ...assigned })
    const id = await review({ module_ids: [], profile_ids: [masterProfileId] })
    await decide(id, [{ id: (await itemOf(id, master.person.id)).id, decision: 'keep' }], admin)
    pass(11)
    await process()
    admin = await administratorOf(app)
    expect(await itemOf(id, second.id)).toMatchObject({ outcome: 'suspended' })
  })

  test('a cancelled review suspends nothing', async () => {
    const id = await review()
    expect((await admin.call('accessReviewCancel', { params: { id: String(id) } })).outcome).toBe(
      '200',
    )
    pass(11)
    await process()
    expect(await enters(place.users[0])).toBe(true)
  })

  test('a repeated review begins again after its months, with the assignments of that time', async () => {
    const [one] = place.users
    await review({ repeat_months: 1, name: 'Mensal' })
    pass(11)
    await process()
    const next = () =>
      app.db
        .selectFrom('access_reviews')
        .select(['id', 'started_at', 'begin_at', 'deadline'])
        .where('name', '=', 'Mensal')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    const planned = await next()
    expect(planned.started_at).toBeNull()
    app.clock.advance(planned.begin_at.getTime() - app.clock.now().getTime() + minutes(1))
    await process()
    admin = await administratorOf(app)
    expect((await next()).started_at).not.toBeNull()
    expect((await itemsOf(planned.id)).map(({ user }) => user.id)).toContain(one.id)
  })
})

test('reviewers are mailed at the start, a week before the deadline, and on its day, once', async () => {
  await review({ deadline: inDays(20) })
  const subjects = async () =>
    (await mailsTo(master.person.email)).map((each) => each.split(': ')[1]).toSorted()
  const [start, week, lastDay] = [
    'há acessos à espera da sua decisão',
    'o prazo termina em breve',
    'o prazo termina hoje',
  ]
  expect(await subjects()).toEqual([start])
  await process()
  pass(14)
  await process()
  await process()
  expect(await subjects()).toEqual([start, week])
  pass(6)
  await process()
  await process()
  expect(await subjects()).toEqual([start, week, lastDay])
})

test('only administrators start and cancel reviews', async () => {
  const id = await review()
  const body = { name: 'Minha', deadline: inDays(1) }
  expect((await master.call('accessReviewCreate', { body })).outcome).toBe('403 forbidden')
  expect((await master.call('accessReviewCancel', { params: { id: String(id) } })).outcome).toBe(
    '403 forbidden',
  )
})
