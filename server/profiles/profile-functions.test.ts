import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastEvent } from '../../test/testing/last-event.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { profileFunctionScenario } from '../../test/testing/profile-function-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let moduleId: number
let elsewhere: number

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  moduleId = (await app.build.module()).id
  elsewhere = (await app.build.module()).id
})
afterAll(() => app.close())

const { profile, fn, held, choices, add, remove } = profileFunctionScenario(() => ({
  app,
  admin,
  moduleId,
}))

describe('GET /profile/consult-module/{profileId}', () => {
  test('offers active functions and actions of the module, and inactive ones that the profile has', async () => {
    const module = await app.build.module()
    const id = await profile(admin, { module_id: module.id })
    const [kept, gone, inactive] = [
      await fn({ of: module.id }),
      await fn({ of: module.id }),
      await fn({ of: module.id, active: false }),
    ]
    await fn({ of: elsewhere })
    await add(id, [kept.id, gone.id], [gone.actions[0]])
    await app.db.updateTable('functions').set({ active: false }).where('id', '=', gone.id).execute()
    await app.db
      .updateTable('actions')
      .set({ active: false })
      .where('id', 'in', [kept.actions[1], gone.actions[0]])
      .execute()
    const { profile: of, module: at, functions } = await choices(id)
    expect([of.id, of.status, at.id]).toEqual([id, 1, module.id])
    expect(functions.map((choice) => [choice.id, choice.active])).toEqual([
      [kept.id, true],
      [gone.id, false],
    ])
    expect(functions[0]?.actions.map((action) => action.id)).toEqual([kept.actions[0]])
    expect(functions[1]?.actions).toMatchObject([{ id: gone.actions[0], active: false }])
    expect(functions.map((choice) => choice.id)).not.toContain(inactive.id)
  })
})

describe('POST /function-action/add-function-action and DELETE /function-action', () => {
  test('add and remove functions with actions, and audit them', async () => {
    const id = await profile()
    const [first, second] = [await fn(), await fn()]
    const { data } = await add(id, [first.id, second.id], first.actions)
    expect(data).toEqual({
      profile_id: id,
      functions: [
        { id: first.id, actions: first.actions },
        { id: second.id, actions: [] },
      ],
    })
    expect(await held(id)).toEqual(data.functions)
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'function-action.added',
      target: `profile:${id}`,
      before: null,
      after: { function_id: [first.id, second.id], action_id: first.actions },
      confirmed_by: 'password',
    })
    expect((await remove(id, [second.id], [first.actions[0]])).data.functions).toEqual([
      { id: first.id, actions: [first.actions[1]] },
    ])
    expect((await remove(id, [first.id])).data.functions).toEqual([])
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'function-action.removed',
      target: `profile:${id}`,
      before: { function_id: [first.id], action_id: [first.actions[1]] },
      after: null,
    })
  })

  test('are idempotent: duplicates and existing links change nothing', async () => {
    const id = await profile()
    const one = await fn()
    const twice = [...one.actions, ...one.actions]
    expect((await add(id, [one.id, one.id], twice)).data.functions).toHaveLength(1)
    expect((await add(id, [one.id], one.actions)).data.functions).toHaveLength(1)
    expect(await lastEvent(app.db)).toMatchObject({
      before: null,
      after: null,
      target: `profile:${id}`,
    })
    await remove(id, [one.id])
    expect((await remove(id, [one.id], one.actions)).data.functions).toEqual([])
    expect(await lastEvent(app.db)).toMatchObject({ before: null, after: null })
    expect((await add(id, [])).outcome).toBe('200')
  })

  test('are atomic: one unknown id refuses the others', async () => {
    const id = await profile()
    const [one, foreign, inactive] = [
      await fn(),
      await fn({ of: elsewhere }),
      await fn({ active: false }),
    ]
    for (const other of [foreign.id, inactive.id, 2_147_483_647]) {
      expect((await add(id, [one.id, other])).outcome).toBe('404 function-not-found')
      expect((await remove(id, [other])).outcome).toBe('404 function-not-found')
    }
    expect((await add(id, [one.id], foreign.actions)).outcome).toBe('404 action-not-found')
    expect((await remove(id, [], foreign.actions)).outcome).toBe('404 action-not-found')
    expect(await held(id)).toEqual([])
  })

  test('an action needs its function, existing or in the same call', async () => {
    const id = await profile()
    const one = await fn()
    expect((await add(id, [], one.actions)).outcome).toBe('409 profile-lacks-function')
    await add(id, [one.id])
    expect((await add(id, [], one.actions)).outcome).toBe('200')
  })

  test('the parallel calls of one save and of two users preserve all changes', async () => {
    const id = await profile()
    const fns = [await fn(), await fn(), await fn(), await fn()]
    await add(id, [fns[0]!.id, fns[1]!.id], fns[1]!.actions)
    const second = await administratorOf(app)
    const answers = await Promise.all([
      add(id, [fns[2]!.id], fns[2]!.actions),
      remove(id, [fns[0]!.id]),
      add(id, [fns[3]!.id], [], second),
      remove(id, [], [fns[1]!.actions[0]], second),
    ])
    expect(answers.map(({ outcome }) => outcome)).toEqual(['200', '200', '200', '200'])
    expect(await held(id)).toEqual([
      { id: fns[1]!.id, actions: [fns[1]!.actions[1]] },
      { id: fns[2]!.id, actions: fns[2]!.actions },
      { id: fns[3]!.id, actions: [] },
    ])
  })

  test('a concurrent removal of a function and addition of its action leave neither', async () => {
    const one = await fn()
    for (let round = 0; round < 5; round++) {
      const id = await profile()
      await add(id, [one.id])
      const [given, taken] = await Promise.all([
        add(id, [], [one.actions[0]]),
        remove(id, [one.id]),
      ])
      expect(taken.outcome).toBe('200')
      expect(['200', '409 profile-lacks-function']).toContain(given.outcome)
      expect(await held(id)).toEqual([])
    }
  })

  test('require a confirmation for exactly this body', async () => {
    const id = await profile()
    const one = await fn()
    const options = { body: { profile_id: id, function_id: [one.id], action_id: [] } }
    for (const operation of ['functionActionAdd', 'functionActionRemove'] as const) {
      expect((await admin.callWith({}, operation, options)).outcome).toBe(
        '403 identity-confirmation-required',
      )
      const code = await admin.confirm(operation, options)
      const other = { body: { ...options.body, action_id: one.actions } }
      expect((await admin.callWith({ code }, operation, other)).outcome).toBe(
        '403 identity-confirmation-required',
      )
      expect((await admin.callWith({ code }, operation, options)).outcome).toBe('200')
    }
  })

  test('refuse a deleted profile and respond 404 for an unknown one', async () => {
    const id = await profile()
    const one = await fn()
    await app.db.updateTable('profiles').set({ active: false }).where('id', '=', id).execute()
    for (const change of [add, remove]) {
      expect((await change(id, [one.id])).outcome).toBe('409 profile-deleted')
      expect((await change(2, [])).outcome).toBe('404 profile-not-found')
      expect((await change(2_147_483_647, [])).outcome).toBe('404 profile-not-found')
    }
  })

  test('add hundreds of functions in one call', async () => {
    const module = await app.build.module()
    const id = await profile(admin, { module_id: module.id })
    const rows = await app.db
      .insertInto('functions')
      .values(
        Array.from({ length: 300 }, (_, i) => ({
          module_id: module.id,
          name: `F ${i}`,
          url: `/f/${i}`,
        })),
      )
      .returning('id')
      .execute()
    const ids = rows.map((row) => row.id)
    expect((await add(id, ids)).data.functions.map((of) => of.id)).toEqual(ids)
    expect((await choices(id)).functions).toHaveLength(300)
    expect((await remove(id, ids)).data.functions).toEqual([])
  })
})

describe('POST and DELETE /profile-function', () => {
  test('add and remove functions without actions, single or as a list', async () => {
    const id = await profile()
    const [first, second] = [await fn(), await fn()]
    const give = (function_id: number | number[]) =>
      admin.call('profileFunctionAdd', { body: { profile_id: id, function_id } })
    const take = (function_id: number | number[]) =>
      admin.call('profileFunctionRemove', { body: { profile_id: id, function_id } })
    expect((await give(first.id)).data.functions).toEqual([{ id: first.id, actions: [] }])
    expect((await give([first.id, second.id])).data.functions).toHaveLength(2)
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'profile-function.added',
      after: { function_id: [second.id], action_id: [] },
    })
    await add(id, [], second.actions)
    expect((await take([second.id])).data.functions).toEqual([{ id: first.id, actions: [] }])
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'profile-function.removed',
      before: { function_id: [second.id], action_id: second.actions },
    })
    expect((await take(first.id)).data.functions).toEqual([])
    expect((await give(2_147_483_647)).outcome).toBe('404 function-not-found')
  })

  test.each([
    ['no function', { profile_id: 1 }, 'function_id'],
    ['no profile', { function_id: [1] }, 'profile_id'],
    ['text', { profile_id: 1, function_id: ['1'] }, 'function_id'],
    [
      'more than any module has',
      { profile_id: 1, function_id: Array(5001).fill(1) },
      'function_id',
    ],
    ['an unknown field', { profile_id: 1, function_id: 1, module_id: 1 }, 'module_id'],
  ])('refuse %s', async (_, body, field) => {
    for (const method of ['POST', 'DELETE']) {
      const { failure } = await app.client.request(method, '/api/profile-function', {
        ...admin.who,
        body: JSON.stringify(body),
      })
      expect(failure.code).toBe('invalid-input')
      expect(Object.keys(failure.fields ?? {})[0]?.split('.')[0]).toBe(field)
    }
  })
})

describe('profile 1 keeps the console accessible', () => {
  test('functions can be added to it but not removed', async () => {
    const before = await held(1)
    const [screen] = before
    const extra = (
      await admin.call('functionCreate', {
        body: {
          name: 'Relatório',
          url: '/profile',
          module_id: 1,
          environment: 'back',
          method: 'GET',
        },
      })
    ).data
    expect((await add(1, [extra.id])).outcome).toBe('200')
    expect((await remove(1, [screen!.id])).outcome).toBe('409 profile-of-system')
    const acting = before.find(({ actions }) => actions.length > 0)!
    expect((await remove(1, [], acting.actions)).outcome).toBe('409 profile-of-system')
    expect(await held(1)).toHaveLength(before.length + 1)
  })
})
