import type { moduleSecretEndpoints } from '../../../contract/module-secrets.ts'
import type { modules } from '../../../contract/modules.ts'
import type { services } from '../../../contract/services.ts'
import { onNew, onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { pngImage } from '../png-image.ts'
import { newName, missingId, type Scenario } from './scenario.ts'

type Catalogue = keyof typeof services | keyof typeof modules | keyof typeof moduleSecretEndpoints

const service = async (scenario: Scenario) => (await scenario.module()).service

/** Creates a service with two modules. The company is entitled to one of them. */
async function shared(scenario: Scenario) {
  const of = await service(scenario)
  return { ...of, row: { table: 'services', id: of.id }, beneath: await scenario.moduleBeside(of) }
}

/** Creates a module with this number of active secrets. */
async function withSecrets(scenario: Scenario, count: number) {
  const { id } = await scenario.module()
  const secrets: number[] = []
  for (const slot of ([1, 2] as const).slice(0, count))
    secrets.push(scenario.rowOwner === 'missing' ? missingId : await scenario.secret(id, slot))
  return { id: String(id), secrets, row: { table: 'modules', id } }
}

/** Services, modules and their secrets. */
export const catalogueFixtures: EndpointFixtures<Catalogue> = {
  serviceList: {
    scope: 'catalogue',
    async make(scenario) {
      const { name, row, beneath } = await shared(scenario)
      return { input: { query: { search: name } }, row, beneath }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  serviceGet: {
    scope: 'catalogue',
    async make(scenario) {
      const { id, row, beneath } = await shared(scenario)
      return { input: { params: { id: String(id) } }, row, beneath }
    },
    problems: { 'service-not-found': 'missing' },
    audit: undefined,
  },
  serviceCreate: {
    sensitive: 'creating a service',
    scope: 'new',
    make: () => ({ input: { body: { name: newName('Serviço'), description: 'Da amostra.' } } }),
    problems: {
      'service-name-in-use': async ({ input: { body } }, scenario) => ({
        body: { ...body, name: (await service(scenario)).name },
      }),
    },
    audit: { target: onNew('service'), tells: ['after'] },
  },
  serviceUpdate: {
    sensitive: 'changing a service',
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await service(scenario)
      const body = { name: newName('Serviço'), description: 'Outra.', active: true }
      return { input: { params: { id: String(id) }, body }, row: { table: 'services', id } }
    },
    problems: {
      'service-not-found': 'missing',
      'service-name-in-use': async ({ input }, scenario) => ({
        ...input,
        body: { ...input.body, name: (await service(scenario)).name },
      }),
      'service-of-console': async ({ input }, scenario) => ({
        params: { id: String((await scenario.ofConsole()).service) },
        body: { ...input.body, active: false },
      }),
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 99 } }),
    },
    audit: { target: onRow('service'), tells: ['before', 'after'] },
  },
  moduleList: {
    scope: 'catalogue',
    async make(scenario) {
      const { id, name } = await scenario.module()
      return { input: { query: { search: name } }, row: { table: 'modules', id } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  moduleGet: {
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await scenario.module()
      return { input: { params: { id: String(id) } }, row: { table: 'modules', id } }
    },
    problems: { 'module-not-found': 'missing' },
    audit: undefined,
  },
  moduleListOfService: {
    scope: 'catalogue',
    async make(scenario) {
      const { id, row, beneath } = await shared(scenario)
      return { input: { params: { id: String(id) } }, row, beneath }
    },
    problems: { 'service-not-found': 'missing' },
    audit: undefined,
  },
  moduleListOfServiceNamed: {
    scope: 'catalogue',
    async make(scenario) {
      const { name, row, beneath } = await shared(scenario)
      return { input: { params: { name } }, row, beneath }
    },
    problems: { 'service-not-found': 'missing' },
    audit: undefined,
  },
  moduleCreate: {
    scope: 'new',
    async make(scenario) {
      const { id } = await service(scenario)
      const body = { name: newName('Módulo'), url: 'novo.example', service_id: id }
      return { input: { body } }
    },
    problems: {
      'module-name-in-use': async (_, scenario) => {
        const { name, service: of } = await scenario.module()
        return { body: { name, service_id: of.id } }
      },
    },
    audit: { target: onNew('module'), tells: ['after'] },
  },
  moduleUpdate: {
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await scenario.module()
      // Its URL is unchanged, since a change requires confirmation.
      const { url = null } =
        (await scenario.app.db
          .selectFrom('modules')
          .select('url')
          .where('id', '=', id)
          .executeTakeFirst()) ?? {}
      const body = { name: newName('Módulo'), url, status: 1, is_enable_spid: false } as const
      return { input: { params: { id: String(id) }, body }, row: { table: 'modules', id } }
    },
    problems: {
      'module-not-found': 'missing',
      'module-name-in-use': async ({ input }, { app }) => {
        const name = newName('Módulo')
        await app.db
          .insertInto('modules')
          .columns(['name', 'service_id'])
          .expression((eb) =>
            eb
              .selectFrom('modules')
              .select((of) => [of.val(name).as('name'), 'service_id'])
              .where('id', '=', Number(input.params.id)),
          )
          .execute()
        return { ...input, body: { ...input.body, name } }
      },
      'module-of-console': ({ input }) => ({
        params: { id: '1' },
        body: { ...input.body, status: 0 },
      }),
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 99 } }),
    },
    audit: { target: onRow('module'), tells: ['before', 'after'] },
  },
  moduleLogoUpdate: {
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await scenario.module()
      if (scenario.rowOwner !== 'missing') await scenario.logo('module', id)
      const body = { content: pngImage(3, 3).toString('base64') }
      return { input: { params: { id: String(id) }, body }, row: { table: 'modules', id } }
    },
    problems: { 'module-not-found': 'missing' },
    audit: { target: onRow('module'), tells: ['before', 'after'] },
  },
  moduleLogoDelete: {
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await scenario.module()
      if (scenario.rowOwner !== 'missing') await scenario.logo('module', id)
      return { input: { params: { id: String(id) } }, row: { table: 'modules', id } }
    },
    problems: {
      'module-not-found': 'missing',
      'module-logo-not-found': async (_, scenario) => ({
        params: { id: String((await scenario.module()).id) },
      }),
    },
    audit: { target: onRow('module'), tells: ['before'] },
  },
  moduleSecretGet: {
    scope: 'catalogue',
    async make(scenario) {
      const { id, row } = await withSecrets(scenario, 1)
      return { input: { params: { id } }, row }
    },
    problems: { 'module-not-found': 'missing' },
    audit: { target: onRow('module'), tells: ['after'] },
  },
  moduleSecretCreate: {
    sensitive: 'generating the secret of a module',
    scope: 'catalogue',
    async make(scenario) {
      const { id, row } = await withSecrets(scenario, 0)
      return { input: { params: { id } }, row }
    },
    problems: {
      'module-not-found': 'missing',
      'module-secret-two-live': async (_, scenario) => ({
        params: { id: (await withSecrets(scenario, 2)).id },
      }),
      'module-secret-of-console': () => ({ params: { id: '1' } }),
    },
    audit: { target: onRow('module'), tells: ['after'] },
  },
  moduleSecretRetire: {
    sensitive: 'retiring a secret of a module',
    scope: 'catalogue',
    async make(scenario) {
      const { id, secrets, row } = await withSecrets(scenario, 2)
      return { input: { params: { id, secretId: String(secrets[0]) } }, row }
    },
    problems: {
      'module-not-found': 'missing',
      'module-secret-not-found': ({ input }) => ({
        params: { ...input.params, secretId: String(missingId) },
      }),
      'module-secret-last': async (_, scenario) => {
        const { id, secrets } = await withSecrets(scenario, 1)
        return { params: { id, secretId: String(secrets[0]) } }
      },
    },
    audit: { target: onRow('module'), tells: ['before'] },
  },
}
