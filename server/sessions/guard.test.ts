import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '../../contract/endpoint.ts'
import { Problem } from '../binder/problem.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import type { SignedIn } from '../testing/test-trips.ts'
import { Guard } from './guard.ts'
import { SessionTokens } from './session-tokens.ts'
import { loadSigningKeys } from './signing-keys.ts'

describe('who is let through to what', () => {
  let app: TestApp
  let guard: Guard
  const tokens: Record<string, SignedIn> = {}

  beforeAll(async () => {
    app = await createTestApp()
    const { origin: publicUrl } = await app.build.console()
    guard = new Guard(
      new SessionTokens(publicUrl, await loadSigningKeys(app.db, app.app.keyring), app.clock),
      app.app.memory,
      app.clock,
    )
    const master = await app.build.consoleUser()
    const initial = await app.trips.signIn(master.email)
    const visitor = await app.build.visitor({ user: master })
    tokens['initial'] = initial
    tokens['master'] = await app.trips.arrive(initial, master.at)
    tokens['module'] = await app.trips.arrive(initial, visitor.at)
    const integration = await app.build.profile({ moduleId: 1 })
    const { id } = await app.db
      .insertInto('functions')
      .values({
        module_id: 1,
        name: 'Bloqueio',
        url: '/user/block',
        environment: 'back',
        method: 'PUT',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('profile_functions')
      .values({ profile_id: integration, function_id: id, module_id: 1 })
      .execute()
    const robot = await app.build.consoleUser({ profileId: integration })
    tokens['robot'] = await app.trips.arrive(await app.trips.signIn(robot.email), robot.at)
  })
  afterAll(() => app.close())

  async function admit(
    whose: string,
    access: Exclude<Access, 'public'>,
    method: 'PUT' | 'GET' = 'PUT',
  ): Promise<string> {
    const { token, cookie } = tokens[whose] ?? { token: undefined, cookie: '' }
    const browser = /portaria=([\w-]+)/.exec(cookie)?.[1]
    try {
      await guard.admit(access, { method, path: '/user/block' }, { token, browser })
      return 'open'
    } catch (error) {
      if (error instanceof Problem) return error.code
      throw error
    }
  }

  const block = { screen: '/user-edit', action: 'block' } as const
  const plans = { screen: '/plan-list', action: 'create' } as const

  test.each<[string, Exclude<Access, 'public'>, string]>([
    ['nobody', 'any-token', 'access-token-missing'],
    ['nobody', block, 'access-token-missing'],
    ['initial', 'any-token', 'open'],
    ['initial', 'signed-in', 'open'],
    ['initial', block, 'forbidden'],
    ['master', 'signed-in', 'open'],
    ['master', block, 'open'],
    ['master', { screen: '/user-edit' }, 'open'],
    ['master', plans, 'forbidden'],
    ['master', { screen: '/plan-list' }, 'forbidden'],
    ['module', 'any-token', 'open'],
    ['module', 'signed-in', 'forbidden'],
    ['module', block, 'forbidden'],
    ['robot', block, 'open'],
    ['robot', 'signed-in', 'open'],
  ])('%s to %j: %s', async (whose, access, outcome) => {
    expect(await admit(whose, access)).toBe(outcome)
  })

  test('a screen without the action does not open what needs the action', async () => {
    await app.db
      .deleteFrom('profile_actions')
      .where('profile_id', '=', 8)
      .where('action_id', 'in', (eb) =>
        eb.selectFrom('actions').select('id').where('path', '=', 'block'),
      )
      .execute()
    await expect.poll(() => admit('master', block), { timeout: 1000 }).toBe('forbidden')
    expect(await admit('master', { screen: '/user-edit' })).toBe('open')
  })

  test('a back function opens its method alone', async () => {
    expect(await admit('robot', block, 'GET')).toBe('forbidden')
  })
})
