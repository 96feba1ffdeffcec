/** Profiles and functions for tests, and the calls that add functions to profiles and remove them. */
import type { ConsoleClient } from './console-client.ts'
import type { TestApp } from './test-app.ts'

interface Scenario {
  app: TestApp
  /** The default caller. */
  admin: ConsoleClient
  /** The default module of profiles and functions. */
  moduleId: number
}

/** Returns the helpers of these tests. `at` is a function, because its values exist only after `beforeAll`. */
export function profileFunctionScenario(at: () => Scenario) {
  let count = 0

  async function profile(by = at().admin, more: object = {}): Promise<number> {
    const body = { name: `Perfil ${(count += 1)} feito aqui`, module_id: at().moduleId, ...more }
    return (await by.call('profileCreate', { body })).data.id
  }

  /** Creates a function with two actions. */
  async function fn({ shown = true, of = at().moduleId, active = true } = {}) {
    const { id } = await at()
      .app.db.insertInto('functions')
      .values({
        module_id: of,
        name: `Função feita ${(count += 1)}`,
        url: `/feita/${count}`,
        accredited_enable: shown,
        active,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const actions = await at()
      .app.db.insertInto('actions')
      .values(['criar', 'editar'].map((path) => ({ function_id: id, name: path, path })))
      .returning('id')
      .execute()
    return { id, actions: actions.map((action) => action.id) as [number, number] }
  }

  const held = async (id: number, by = at().admin) =>
    (await by.call('profileFunctionList', { params: { id: String(id) } })).data.functions
  const choices = async (id: number, by = at().admin) =>
    (await by.call('profileConsultModule', { params: { profileId: String(id) } })).data
  const add = (
    profile_id: number,
    function_id: number[],
    action_id: number[] = [],
    by = at().admin,
  ) => by.call('functionActionAdd', { body: { profile_id, function_id, action_id } })
  const remove = (
    profile_id: number,
    function_id: number[],
    action_id: number[] = [],
    by = at().admin,
  ) => by.call('functionActionRemove', { body: { profile_id, function_id, action_id } })

  return { profile, fn, held, choices, add, remove }
}
