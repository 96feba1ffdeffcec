import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, minutes } from '../shared/clock.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ask = (who: SignedIn) =>
  app.client.call('userInitialPermissions', { ...who, body: { access_token: who.token } })

/** Returns `company/module` of every offer. */
async function offered(who: SignedIn): Promise<string[]> {
  const { companies } = (await ask(who)).data
  return companies.flatMap(({ id, services }) =>
    services.flatMap(({ modules }) => modules.map((module) => `${id}/${module.id}`)),
  )
}

const place = (visitor: Visitor): string => `${visitor.company.id}/${visitor.module.id}`

describe('POST /user/initial-permissions', () => {
  test('offers company, service and module with all fields of the page', async () => {
    const company = await app.build.company({ spids: ['11', '22'] })
    const visitor = await app.build.visitor({
      company,
      module: await app.build.module({ isEnableSpid: true }),
    })
    const { companies } = (await ask(await app.trips.enter(visitor))).data
    expect(companies).toEqual([
      {
        id: company.id,
        name: company.name,
        logo: null,
        document: expect.stringMatching(/^\d{14}$/) as string,
        sign_in_policy: null,
        spid: null,
        spids: [
          { spid: '11', description: 'SPID 11' },
          { spid: '22', description: 'SPID 22' },
        ],
        services: [
          {
            id: expect.any(Number) as number,
            name: expect.any(String) as string,
            modules: [
              {
                id: visitor.module.id,
                name: expect.any(String) as string,
                url: visitor.module.address.replace(/\/auth$/, ''),
                status: 1,
                is_enable_spid: true,
                logo: null,
                last_used_at: null,
                favourites: [],
              },
            ],
          },
        ],
      },
    ])
  })

  test('offers a user nothing that only another user holds', async () => {
    const [mine, foreign] = [await app.build.visitor(), await app.build.visitor()]
    expect(await offered(await app.trips.enter(mine))).toEqual([place(mine)])
    expect(await offered(await app.trips.enter(foreign))).toEqual([place(foreign)])
    expect(await offered(await app.trips.enter(await app.build.user()))).toEqual([])
  })

  const conditions: [string, (v: Visitor) => Promise<unknown>][] = [
    [
      'a profile is held',
      (v) => app.db.deleteFrom('user_profiles').where('user_id', '=', v.id).execute(),
    ],
    [
      'the profile is active',
      (v) =>
        app.db
          .updateTable('profiles')
          .set({ active: false })
          .where('id', '=', v.profileId)
          .execute(),
    ],
    [
      'the company is active',
      (v) =>
        app.db
          .updateTable('companies')
          .set({ active: false })
          .where('id', '=', v.company.id)
          .execute(),
    ],
    [
      'the module is active',
      (v) =>
        app.db
          .updateTable('modules')
          .set({ active: false })
          .where('id', '=', v.module.id)
          .execute(),
    ],
    [
      'the service is active',
      (v) =>
        app.db
          .updateTable('services')
          .set({ active: false })
          .where('id', '=', (eb) =>
            eb.selectFrom('modules').select('service_id').where('id', '=', v.module.id),
          )
          .execute(),
    ],
    [
      'the company has the plan',
      (v) => app.db.deleteFrom('plan_companies').where('plan_id', '=', v.planId).execute(),
    ],
    [
      'the plan is active',
      (v) =>
        app.db.updateTable('plans').set({ active: false }).where('id', '=', v.planId).execute(),
    ],
    [
      'the plan gives the module',
      (v) =>
        app.db
          .updateTable('plan_modules')
          .set({ active: false })
          .where('plan_id', '=', v.planId)
          .execute(),
    ],
  ]

  test.each(conditions)('offers a module only while %s', async (_, take) => {
    const visitor = await app.build.visitor()
    const kept = await app.build.visitor({ user: visitor })
    const who = await app.trips.enter(visitor)
    expect((await offered(who)).toSorted()).toEqual([place(visitor), place(kept)].toSorted())
    await take(visitor)
    // Access to the visitor's module is lost; the other module stays, unless all profiles were removed.
    const left = await offered(who)
    expect(left).not.toContain(place(visitor))
    expect(left).toEqual(_ === 'a profile is held' ? [] : [place(kept)])
  })

  test('an active loose plan grants access like a plan', async () => {
    const visitor = await app.build.visitor()
    await app.db.deleteFrom('plan_companies').where('plan_id', '=', visitor.planId).execute()
    const who = await app.trips.enter(visitor)
    expect(await offered(who)).toEqual([])
    await app.db
      .insertInto('loose_plans')
      .values({ company_id: visitor.company.id, module_id: visitor.module.id, seat_limit: 1 })
      .execute()
    expect(await offered(who)).toEqual([place(visitor)])
    await app.db
      .updateTable('loose_plans')
      .set({ active: false })
      .where('company_id', '=', visitor.company.id)
      .execute()
    expect(await offered(who)).toEqual([])
  })

  test('a delegation offers the console from its begin to its end', async () => {
    const master = await app.build.consoleUser()
    const user = await app.build.user()
    const begin = after(app.clock.now(), minutes(5))
    await app.build.delegation({
      userId: user.id,
      companyId: master.company.id,
      by: master.id,
      begin,
      end: after(begin, minutes(5)),
    })
    const who = await app.trips.enter(user)
    expect(await offered(who)).toEqual([])
    app.clock.advance(minutes(5))
    expect(await offered(who)).toEqual([`${master.company.id}/1`])
    app.clock.advance(minutes(5))
    expect(await offered(who)).toEqual([])
  })

  test('a delegated profile is offered only while it is active', async () => {
    const master = await app.build.consoleUser()
    const user = await app.build.user()
    const id = await app.build.delegation({
      userId: user.id,
      companyId: master.company.id,
      by: master.id,
      begin: app.clock.now(),
      end: null,
    })
    const lent = await app.build.profile({ moduleId: 1 })
    const companyId = master.company.id
    await app.build.assign({ userId: master.id, profileId: lent, companyId })
    const ofDelegation = app.db.updateTable('delegation_profiles').set({ profile_id: lent })
    await ofDelegation.where('delegation_id', '=', id).execute()
    const who = await app.trips.enter(user)
    expect(await offered(who)).toEqual([`${master.company.id}/1`])
    await app.db.updateTable('profiles').set({ active: false }).where('id', '=', lent).execute()
    expect(await offered(who)).toEqual([])
  })

  test('returns when a module was last used in each company', async () => {
    const visitor = await app.build.visitor()
    const { id: userId, module, profileId } = visitor
    const { id: companyId } = await app.build.company()
    await app.build.plan({ companyId, moduleId: module.id, seats: 1 })
    await app.build.assign({ userId, profileId, companyId })
    const who = await app.trips.enter(visitor)
    await app.trips.arrive(who, visitor.at)
    const { companies } = (await ask(who)).data
    const used = companies.map(({ id, services }) => [
      id,
      ...services.flatMap(({ modules }) => modules.map((one) => one.last_used_at)),
    ])
    expect(used.toSorted()).toEqual(
      [
        [visitor.company.id, app.clock.now().toISOString()],
        [companyId, null],
      ].toSorted(),
    )
  })

  test('contains no secret, digest or key', async () => {
    const visitor = await app.build.visitor()
    const { text } = await ask(await app.trips.enter(visitor))
    expect(text).not.toMatch(/secret|cipher|digest|hash|password/i)
    expect(text).not.toContain(visitor.module.secret)
  })
})
