import type { actions } from '../../../contract/actions.ts'
import type { functions } from '../../../contract/functions.ts'
import { onNew, onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { newName, type Scenario } from './scenario.ts'

/** Returns the input of a new function of a module. */
const body = (module_id: number) => {
  const name = newName('Função')
  return { name, url: `/${name.replaceAll(' ', '-')}`, module_id }
}

/** Creates an action. The call gives it another name. */
async function renamed(scenario: Scenario) {
  const { id, function_id } = await scenario.action()
  const name = newName('Ação')
  return { id, function_id, body: { name, path: name.replaceAll(' ', '-'), active: true } }
}

/** Functions and their actions. */
export const functionFixtures: EndpointFixtures<keyof typeof functions | keyof typeof actions> = {
  functionList: {
    scope: 'catalogue',
    async make(scenario) {
      const { id, name } = await scenario.function()
      return { input: { query: { search: name } }, row: { table: 'functions', id } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  functionGet: {
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await scenario.function()
      return { input: { params: { id: String(id) } }, row: { table: 'functions', id } }
    },
    problems: { 'function-not-found': 'missing' },
    audit: undefined,
  },
  functionCreate: {
    scope: 'new',
    make: async (scenario) => ({ input: { body: body((await scenario.module()).id) } }),
    problems: {
      'function-place-in-use': async ({ input }, scenario) => {
        const { module_id, url } = await scenario.function()
        return { body: { ...input.body, module_id, url } }
      },
      'function-code-in-use': async ({ input }, scenario) => {
        const { module_id, code } = await scenario.function()
        return { body: { ...input.body, module_id, code } }
      },
    },
    audit: { target: onNew('function'), tells: ['after'] },
  },
  functionUpdate: {
    scope: 'catalogue',
    async make(scenario) {
      const { id, module_id } = await scenario.function()
      const row = { table: 'functions', id }
      return { input: { params: { id: String(id) }, body: { ...body(module_id), status: 1 } }, row }
    },
    problems: {
      'function-not-found': 'missing',
      'function-place-in-use': async ({ input }, scenario) => {
        const { url } = await scenario.function(input.body.module_id)
        return { ...input, body: { ...input.body, url } }
      },
      'function-code-in-use': async ({ input }, scenario) => {
        const { code } = await scenario.function(input.body.module_id)
        return { ...input, body: { ...input.body, code } }
      },
      'function-in-use': async ({ input }, scenario) => {
        await scenario.hold(await scenario.profile(), Number(input.params.id))
        return { ...input, body: { ...input.body, module_id: (await scenario.module()).id } }
      },
      'function-of-console': async (_, scenario) => {
        const { screen, url } = await scenario.ofConsole()
        const place = { module_id: 1, environment: 'front', url } as const
        return { params: { id: String(screen) }, body: { ...place, name: 'Tela', status: 0 } }
      },
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 99 } }),
    },
    audit: { target: onRow('function'), tells: ['before', 'after'] },
  },
  functionBackCatalogue: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    audit: undefined,
  },
  actionList: {
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await scenario.function()
      return { input: { params: { id: String(id) } }, row: { table: 'functions', id } }
    },
    problems: { 'function-not-found': 'missing' },
    audit: undefined,
  },
  actionGet: {
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await scenario.action()
      return { input: { params: { id: String(id) } }, row: { table: 'actions', id } }
    },
    problems: { 'action-not-found': 'missing' },
    audit: undefined,
  },
  actionCreate: {
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await scenario.function()
      return { input: { body: { name: newName('Ação'), function_id: id } } }
    },
    problems: {
      'function-not-found': 'missing',
      'action-in-use': async (_, scenario) => {
        const { name, function_id } = await scenario.action()
        return { body: { name, function_id } }
      },
    },
    audit: { target: onNew('action'), tells: ['after'] },
  },
  actionUpdate: {
    scope: 'catalogue',
    async make(scenario) {
      const { id, body: fields } = await renamed(scenario)
      const row = { table: 'actions', id }
      return { input: { params: { id: String(id) }, body: fields }, row }
    },
    problems: {
      'action-not-found': 'missing',
      'action-exists': async (_, scenario) => {
        const { id, function_id, body: fields } = await renamed(scenario)
        const { name } = await scenario.action(function_id)
        return { params: { id: String(id) }, body: { ...fields, name } }
      },
      'action-of-console': async ({ input }, scenario) => ({
        params: { id: String((await scenario.ofConsole()).action) },
        body: { ...input.body, active: false },
      }),
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 99 } }),
    },
    audit: { target: onRow('action'), tells: ['before', 'after'] },
  },
}
