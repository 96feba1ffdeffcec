import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Favourite, maxFavourites } from '../../contract/module-favourites.ts'
import type { BuiltUser, Visitor } from '../../test/testing/builders.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const add = (who: SignedIn, body: Favourite) =>
  app.client.call('moduleFavouriteAdd', { ...who, body })
const remove = (who: SignedIn, body: Favourite) =>
  app.client.call('moduleFavouriteRemove', { ...who, body })

/** Returns `company/module/spid` of every favourite that the access page shows. */
async function shown(who: SignedIn): Promise<string[]> {
  const body = { access_token: who.token }
  const { companies } = (await app.client.call('userInitialPermissions', { ...who, body })).data
  return companies.flatMap(({ id, services }) =>
    services.flatMap(({ modules }) =>
      modules.flatMap((module) =>
        module.favourites.map((spid) => `${id}/${module.id}/${spid ?? ''}`),
      ),
    ),
  )
}

const favouriteOf = ({ company, module }: Visitor, spid?: string): Favourite => ({
  company_id: company.id,
  module_id: module.id,
  ...(spid === undefined ? {} : { spid }),
})
const line = ({ company_id, module_id, spid = '' }: Favourite) =>
  `${company_id}/${module_id}/${spid}`

const stored = (user: BuiltUser) =>
  app.db.selectFrom('module_favourites').selectAll().where('user_id', '=', user.id).execute()

const withSpids = async () =>
  app.build.visitor({
    company: await app.build.company({ spids: ['11', '22'] }),
    module: await app.build.module({ isEnableSpid: true }),
  })

describe('a favourite', () => {
  test('is returned with the choices of its user only, once, until it is removed', async () => {
    const [mine, foreign] = [await app.build.visitor(), await app.build.visitor()]
    const who = await app.trips.enter(mine)
    const other = await app.trips.enter(foreign)
    await add(who, favouriteOf(mine))
    expect((await add(who, favouriteOf(mine))).status).toBe(200)
    expect(await shown(who)).toEqual([line(favouriteOf(mine))])
    expect(await shown(other)).toEqual([])
    expect((await remove(other, favouriteOf(mine))).outcome).toBe('404 not-found')
    expect(await shown(who)).toHaveLength(1)
    expect((await remove(who, favouriteOf(mine))).status).toBe(200)
    expect(await shown(who)).toEqual([])
    expect((await remove(who, favouriteOf(mine))).outcome).toBe('404 not-found')
  })

  test('can have one of several SPIDs, or none, as separate favourites', async () => {
    const visitor = await withSpids()
    const who = await app.trips.enter(visitor)
    for (const spid of ['22', undefined]) await add(who, favouriteOf(visitor, spid))
    expect(await shown(who)).toEqual([line(favouriteOf(visitor)), line(favouriteOf(visitor, '22'))])
    await remove(who, favouriteOf(visitor))
    expect(await shown(who)).toEqual([line(favouriteOf(visitor, '22'))])
  })

  test('must be a module that the user can choose at that moment', async () => {
    const [mine, foreign] = [await withSpids(), await withSpids()]
    const who = await app.trips.enter(mine)
    expect((await add(who, favouriteOf(foreign))).outcome).toBe('404 module-not-found')
    expect((await add(who, { ...favouriteOf(mine), company_id: foreign.company.id })).outcome).toBe(
      '404 module-not-found',
    )
    expect((await add(who, favouriteOf(mine, '33'))).outcome).toBe('404 spid-not-found')
    await app.db.deleteFrom('user_profiles').where('user_id', '=', mine.id).execute()
    expect((await add(who, favouriteOf(mine, '11'))).outcome).toBe('404 module-not-found')
    expect(await stored(mine)).toEqual([])
  })

  test('has no SPID if the module does not ask for one', async () => {
    const visitor = await app.build.visitor({ spids: ['11', '22'] })
    const who = await app.trips.enter(visitor)
    expect((await add(who, favouriteOf(visitor, '11'))).outcome).toBe('404 spid-not-found')
  })

  test('is not shown while its access is closed, and can be removed all the same', async () => {
    const visitor = await withSpids()
    const who = await app.trips.enter(visitor)
    const favourite = favouriteOf(visitor, '11')
    await add(who, favourite)
    const setActive = (active: boolean) =>
      app.db.updateTable('modules').set({ active }).where('id', '=', visitor.module.id).execute()
    await setActive(false)
    expect(await shown(who)).toEqual([])
    await setActive(true)
    expect(await shown(who)).toEqual([line(favourite)])
    // Only the other SPID is left to the user.
    await app.db
      .updateTable('user_profiles')
      .set({ spid: '22' })
      .where('user_id', '=', visitor.id)
      .execute()
    expect(await shown(who)).toEqual([])
    expect((await remove(who, favourite)).status).toBe(200)
    expect(await stored(visitor)).toEqual([])
  })

  test('ends with its SPID', async () => {
    const visitor = await withSpids()
    const who = await app.trips.enter(visitor)
    await add(who, favouriteOf(visitor, '11'))
    await app.db
      .deleteFrom('spids')
      .where('company_id', '=', visitor.company.id)
      .where('spid', '=', '11')
      .execute()
    expect(await stored(visitor)).toEqual([])
  })
})

describe('the audit log', () => {
  const events = (userId: number) =>
    app.db
      .selectFrom('audit_events')
      .select(['event', 'company_id', 'delegation_id', 'before', 'after'])
      .where('target', '=', `user:${userId}`)
      .where('event', 'like', 'favourite.%')
      .orderBy('seq')
      .execute()

  test('shows a favourite to its company, not to that of the token', async () => {
    const person = await app.build.consoleUser()
    const favourite = favouriteOf(await app.build.visitor({ user: person }))
    const who = await app.trips.arrive(await app.trips.enter(person), person.at)
    expect(favourite.company_id).not.toBe(person.company.id)
    await add(who, favourite)
    await remove(who, favourite)
    const values = { ...favourite, spid: null }
    const columns = { company_id: favourite.company_id, delegation_id: null }
    expect(await events(person.id)).toEqual([
      { ...columns, event: 'favourite.added', before: null, after: values },
      { ...columns, event: 'favourite.removed', before: values, after: null },
    ])
  })

  test('has one event of a favourite that is added several times, also at the same time', async () => {
    const visitor = await app.build.visitor()
    const who = await app.trips.enter(visitor)
    await Promise.all([1, 2, 3].map(() => add(who, favouriteOf(visitor))))
    expect((await add(who, favouriteOf(visitor))).status).toBe(200)
    expect(await events(visitor.id)).toHaveLength(1)
  })
})

describe('the maximum of favourites', () => {
  /** Creates a user with this number of favourites, and two more modules. */
  async function userWith(count: number) {
    const first = await app.build.visitor()
    const more = { user: first, company: first.company }
    for (let i = 0; i < count; i++) {
      const { module } = await app.build.visitor(more)
      await app.build.favourite({
        userId: first.id,
        companyId: first.company.id,
        moduleId: module.id,
      })
    }
    return { first, second: await app.build.visitor(more), who: await app.trips.enter(first) }
  }

  test('refuses the thirteenth, and repeats the twelfth', async () => {
    const { first, second, who } = await userWith(maxFavourites - 1)
    expect((await add(who, favouriteOf(first))).status).toBe(200)
    const refused = await add(who, favouriteOf(second))
    expect(refused.outcome).toBe('409 too-many-favourites')
    expect((await add(who, favouriteOf(first))).status).toBe(200)
    expect(await stored(first)).toHaveLength(maxFavourites)
  })

  test('is kept by several calls at the same time', async () => {
    const { first, second, who } = await userWith(maxFavourites - 1)
    const more = { user: first, company: first.company }
    // Fewer calls do not overlap while the pool still opens its connections.
    const others = await Promise.all(Array.from({ length: 10 }, () => app.build.visitor(more)))
    const outcomes = await Promise.all(
      [first, second, ...others].map((visitor) => add(who, favouriteOf(visitor))),
    )
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      ...Array<string>(11).fill('409 too-many-favourites'),
    ])
    expect(await stored(first)).toHaveLength(maxFavourites)
  })

  test('does not count favourites that no longer open', async () => {
    const { first, who } = await userWith(maxFavourites)
    const [closed] = await stored(first)
    await app.db
      .updateTable('modules')
      .set({ active: false })
      .where('id', '=', closed?.module_id ?? 0)
      .execute()
    expect((await add(who, favouriteOf(first))).status).toBe(200)
    const modules = (await stored(first)).map(({ module_id }) => module_id)
    expect(modules).toHaveLength(maxFavourites)
    expect(modules).not.toContain(closed?.module_id)
  })
})

test('two calls at the same time add one favourite', async () => {
  const visitor = await app.build.visitor()
  const who = await app.trips.enter(visitor)
  const twice = await Promise.all([add(who, favouriteOf(visitor)), add(who, favouriteOf(visitor))])
  expect(twice.map(({ outcome }) => outcome)).toEqual(['200', '200'])
  expect(await stored(visitor)).toHaveLength(1)
})

test('changes of favourites are limited per user', async () => {
  const [visitor, other] = [await app.build.visitor(), await app.build.visitor()]
  const who = await app.trips.enter(visitor)
  for (let i = 0; i < 60; i++) await add(who, favouriteOf(visitor))
  expect((await add(who, favouriteOf(visitor))).outcome).toBe('429 too-many-requests')
  expect((await add(await app.trips.enter(other), favouriteOf(other))).status).toBe(200)
  app.clock.advance(10_000)
  expect((await add(who, favouriteOf(visitor))).status).toBe(200)
})
