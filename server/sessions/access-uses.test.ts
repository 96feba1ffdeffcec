import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Visitor } from '../../test/testing/builders.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { after, days, hours, minutes, seconds } from '../shared/clock.ts'
import { AccessUses, type UsedTogether } from './access-uses.ts'

describe.each([
  ['with', true],
  ['without', false],
])('%s the optimisations of server/hot-path', (_, hotPath) => {
  let app: TestApp
  let person: Visitor
  let initial: SignedIn

  beforeAll(async () => {
    app = await createTestApp({ config: { hotPath } })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.advance(days(1))
    person = await app.build.consoleUser()
    initial = await app.trips.enter(person)
  })

  const flush = () => app.app.sessionCache.flush()
  const usesOf = (userId = person.id) => usesIn(app, userId)
  const enter = (at: Parameters<typeof app.trips.arrive>[1] = person.at) =>
    app.trips.arrive(initial, at)
  const used = (profileId: number) => ({ profile_id: profileId, last_used_at: app.clock.now() })
  const never = (profileId: number) => ({ profile_id: profileId, last_used_at: null })

  test('an exchange of a code is a use', async () => {
    await app.trips.askForCode(initial, person.at)
    await flush()
    expect(await usesOf()).toEqual([never(person.profileId)])
    await enter()
    await flush()
    expect(await usesOf()).toEqual([used(person.profileId)])
  })

  test('an exchange that is refused is none', async () => {
    const { code } = (await app.trips.askForCode(initial, person.at)).data
    expect((await app.trips.exchange(code, person.at.module)).status).toBe(404)
    await flush()
    expect(await usesOf()).toEqual([never(person.profileId)])
  })

  test('a permission check is a use, whether or not it is answered from the cache', async () => {
    const who = await enter()
    for (let checks = 0; checks < 2; checks++) {
      app.clock.advance(minutes(1))
      expect((await app.trips.valid(who)).status).toBe(200)
      await flush()
      expect(await usesOf()).toEqual([used(person.profileId)])
    }
    app.clock.advance(minutes(1))
    await app.db
      .updateTable('users')
      .set({ name: 'Outro Nome' })
      .where('id', '=', person.id)
      .execute()
    expect((await app.trips.valid(who)).status).toBe(200)
    await flush()
    expect(await usesOf()).toEqual([used(person.profileId)])
  })

  test.each([
    ['in the header', (who: SignedIn) => app.trips.validate(who.token)],
    [
      'in the body',
      (who: SignedIn) =>
        app.client.call('userTokenValidate', { body: { access_token: who.token } }),
    ],
  ])('a check of a token of a module %s is a use', async (_place, check) => {
    const visitor = await app.build.visitor()
    const who = await app.trips.arrive(await app.trips.enter(visitor), visitor.at)
    app.clock.advance(hours(0.5))
    expect((await check(who)).status).toBe(200)
    await flush()
    expect(await usesOf(visitor.id)).toEqual([used(visitor.profileId)])
  })

  test('a call with an API token is a use', async () => {
    const { token } = await app.build.apiToken({ userId: person.id, companyId: person.company.id })
    expect((await app.client.call('userSearch', { token, body: {} })).status).toBe(200)
    await flush()
    expect(await usesOf()).toEqual([used(person.profileId)])
  })

  test('of several profiles, those that open the place are credited', async () => {
    const { module, company } = await app.build.visitor({
      user: person,
      company: await app.build.company({ spids: ['1001', '1002'] }),
      module: await app.build.module({ isEnableSpid: true }),
    })
    const [all, one, other, ended, later] = await Promise.all(
      Array.from({ length: 5 }, () => app.build.profile({ moduleId: module.id })),
    )
    if (!all || !one || !other || !ended || !later) throw new Error('A profile is missing.')
    const give = (profileId: number, spid?: string) =>
      app.build.assign({
        userId: person.id,
        profileId,
        companyId: company.id,
        ...(spid !== undefined && { spid }),
      })
    await give(all)
    await give(one, '1001')
    await give(other, '1002')
    await give(ended)
    await give(later)
    const now = app.clock.now()
    const set = (profileId: number, period: { begin_at?: Date; end_at?: Date }) =>
      app.db.updateTable('user_profiles').set(period).where('profile_id', '=', profileId).execute()
    await set(ended, { end_at: after(now, -1) })
    await set(later, { begin_at: after(now, 1) })
    await enter({ module, companyId: company.id, spid: '1001' })
    app.clock.advance(1)
    await flush()
    const uses = (await usesOf()).filter(({ last_used_at }) => last_used_at !== null)
    const credited = uses.map(({ profile_id }) => profile_id)
    expect(credited.filter((id) => [all, one].includes(id))).toEqual([all, one].toSorted())
    expect(credited).toHaveLength(3)
    // The third is the one with which the module was built.
    for (const id of [other, ended, later, person.profileId]) expect(credited).not.toContain(id)
  })

  test('a use by a delegation credits neither lender nor delegate', async () => {
    const delegate = await app.build.user()
    const now = app.clock.now()
    await app.build.delegation({
      userId: delegate.id,
      companyId: person.company.id,
      by: person.id,
      begin: now,
      end: after(now, days(1)),
    })
    const who = await app.trips.arrive(await app.trips.enter(delegate), person.at)
    expect((await app.trips.valid(who)).status).toBe(200)
    await flush()
    expect(await usesOf()).toEqual([never(person.profileId)])
    expect(await usesOf(delegate.id)).toEqual([])
  })

  test('the stored time is at most a minute older than the last use', async () => {
    const who = await enter()
    const ages: number[] = []
    for (let second = 0; second < 120; second += 5) {
      expect((await app.trips.valid(who)).status).toBe(200)
      if (second % 30 === 20) {
        const [row] = await usesOf()
        ages.push(app.clock.now().getTime() - (row?.last_used_at?.getTime() ?? 0))
        await flush()
      }
      app.clock.advance(seconds(5))
    }
    const [, ...afterFirst] = ages
    expect(afterFirst).toHaveLength(3)
    expect(Math.max(...afterFirst)).toBeLessThanOrEqual(seconds(60))
  })

  test('an assignment that is given again begins without a use', async () => {
    await enter()
    await flush()
    await app.db.deleteFrom('user_profiles').where('user_id', '=', person.id).execute()
    await app.build.assign({
      userId: person.id,
      profileId: person.profileId,
      companyId: person.company.id,
    })
    expect(await usesOf()).toEqual([never(person.profileId)])
  })
})

describe('two processes', () => {
  test('credit the same assignment; an earlier use does not replace a later one', async () => {
    const app = await createTestApp()
    try {
      const second = await app.beside()
      const person = await app.build.consoleUser()
      const who = await app.trips.arrive(await app.trips.enter(person), person.at)
      app.clock.advance(minutes(2))
      const at = app.clock.now()
      expect((await second.trips.valid(who)).status).toBe(200)
      await second.app.sessionCache.flush()
      expect(await usesIn(app, person.id)).toMatchObject([{ last_used_at: at }])
      // The first process still has the use of the exchange.
      await app.app.sessionCache.flush()
      expect(await usesIn(app, person.id)).toMatchObject([{ last_used_at: at }])
      app.clock.advance(minutes(2))
      expect((await app.trips.valid(who)).status).toBe(200)
      expect((await second.trips.valid(who)).status).toBe(200)
      await Promise.all([app.app.sessionCache.flush(), second.app.sessionCache.flush()])
      expect(await usesIn(app, person.id)).toMatchObject([{ last_used_at: app.clock.now() }])
    } finally {
      await app.close()
    }
  })

  test('a use is written at the end of a process', async () => {
    const app = await createTestApp()
    try {
      const second = await app.beside()
      const person = await app.build.consoleUser()
      await second.trips.arrive(await second.trips.enter(person), person.at)
      expect(await usesIn(app, person.id)).toMatchObject([{ last_used_at: null }])
      await second.close()
      expect(await usesIn(app, person.id)).toMatchObject([{ last_used_at: app.clock.now() }])
    } finally {
      await app.close()
    }
  })

  test('without ACCESS_USES no use is written', async () => {
    const app = await createTestApp({ config: { accessUses: false } })
    try {
      const person = await app.build.consoleUser()
      await app.trips.arrive(await app.trips.enter(person), person.at)
      await app.app.sessionCache.flush()
      expect(await usesIn(app, person.id)).toMatchObject([{ last_used_at: null }])
    } finally {
      await app.close()
    }
  })
})

describe('the buffer', () => {
  let app: TestApp
  let used: UsedTogether
  const isUsed = async () => {
    const { last_used_at: at } = await app.db
      .selectFrom('access_uses')
      .select('last_used_at')
      .where('user_profile_id', '=', Number(used.assignments[0]))
      .executeTakeFirstOrThrow()
    return at !== null
  }

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const person = await app.build.consoleUser()
    const { id } = await app.db
      .selectFrom('user_profiles')
      .select('id')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    used = { assignments: [id], usedAt: 0 }
  })

  test('keeps a use whose write failed', async () => {
    const uses = new AccessUses(app.db)
    uses.record(used, app.clock.now().getTime())
    await sql`alter table access_uses rename to away`.execute(app.db)
    await expect(uses.flush()).rejects.toThrow('access_uses')
    await sql`alter table away rename to access_uses`.execute(app.db)
    expect(await isUsed()).toBe(false)
    await uses.flush()
    expect(await isUsed()).toBe(true)
  })

  test('loses the oldest use beyond its maximum', async () => {
    const uses = new AccessUses(app.db, 2)
    const now = app.clock.now().getTime()
    uses.record(used, now)
    uses.record({ assignments: [-1], usedAt: 0 }, now)
    await uses.flush()
    expect(await isUsed()).toBe(true)
    await app.db.updateTable('access_uses').set({ last_used_at: null }).execute()
    uses.record(used, now + minutes(1))
    uses.record({ assignments: [-1, -2], usedAt: 0 }, now)
    await uses.flush()
    expect(await isUsed()).toBe(false)
  })

  test('does not wait for a transaction that removes the assignment', async () => {
    const uses = new AccessUses(app.db)
    uses.record(used, app.clock.now().getTime())
    await app.db.transaction().execute(async (removing) => {
      await removing
        .deleteFrom('user_profiles')
        .where('id', '=', Number(used.assignments[0]))
        .execute()
      await uses.flush()
    })
    await uses.flush()
  })

  test('writes an index entry only once a day', async () => {
    const uses = new AccessUses(app.db)
    const morning = new Date('2027-03-10T12:00:00Z').getTime()
    const dayAt = async (at: number) => {
      uses.record(used, at)
      await uses.flush()
      const row = await app.db
        .selectFrom('access_uses')
        .select(sql<string>`unused_since::text`.as('unused_since'))
        .where('user_profile_id', '=', Number(used.assignments[0]))
        .executeTakeFirstOrThrow()
      return row.unused_since
    }
    expect(await dayAt(morning)).toBe('2027-03-10')
    expect(await dayAt(new Date('2027-03-11T02:59:00Z').getTime())).toBe('2027-03-10')
    expect(await dayAt(new Date('2027-03-11T03:00:00Z').getTime())).toBe('2027-03-11')
  })
})

function usesIn(app: TestApp, userId: number) {
  return app.db
    .selectFrom('user_profiles')
    .innerJoin('access_uses', 'access_uses.user_profile_id', 'user_profiles.id')
    .select(['profile_id', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('profile_id')
    .execute()
}
