import { after, days } from '../../../server/shared/clock.ts'
import type { TestApp } from '../test-app.ts'
import { type ListFixture, listFixture } from './list-fixture.ts'
import {
  createdAt,
  distinctNames,
  idsOf,
  isActive,
  names,
  rows,
  scattered,
  formatInstant,
  formatStatus,
  status,
  updatedAt,
} from '../list-values.ts'

const nothing = () => Promise.resolve(undefined)

const serviceNames = ['Voz', 'Ônibus', 'ágil', 'Mapas'] as const
const moduleNames = ['Tráfego', 'Ímpar', 'ímpar', 'Balcão', 'Acervo'] as const
const companyNames = ['Órbita Telecom', 'Aurora Telecom', 'zênite Telecom'] as const

/** Creates four services with these names and returns their ids. */
async function makeServices(app: TestApp): Promise<number[]> {
  const values = serviceNames.map((name, row) => ({
    name,
    description: 'Descrição encoberta.',
    active: row !== 1,
  }))
  return idsOf(await app.db.insertInto('services').values(values).returning('id').execute())
}

/** Creates five modules in two or more services and returns their ids. */
async function makeModules(app: TestApp): Promise<number[]> {
  const services = await makeServices(app)
  const values = moduleNames.map((name, row) => ({
    name,
    service_id: scattered(services, row, 1),
    url: 'endereco-encoberto.example',
    // Differs from the status of the module's children, so that a filter on the wrong status fails.
    active: row !== 2,
  }))
  return idsOf(await app.db.insertInto('modules').values(values).returning('id').execute())
}

/** Returns the service of every module. */
async function servicesOfModules(app: TestApp): Promise<Map<number, string>> {
  const found = await app.db.selectFrom('modules').select(['id', 'service_id']).execute()
  return new Map(found.map(({ id, service_id }) => [id, String(service_id)]))
}

/** Returns the modules with a secret that is older than the seeded ones. */
async function modulesWithOldSecrets(app: TestApp): Promise<Set<number>> {
  const found = await app.db
    .selectFrom('module_secrets')
    .select('module_id')
    .where('created_at', '<', after(new Date(), -days(8)))
    .execute()
  return new Set(found.map(({ module_id }) => module_id))
}

/** Services, modules, functions, actions and profiles. */
export const catalogueListFixtures = {
  serviceList: listFixture('serviceList', {
    unique: ['name'],
    async seed(app) {
      const values = rows.map((row) => ({
        name: scattered(distinctNames, row, 1),
        description: 'Descrição encoberta.',
        active: isActive(row),
        created_at: createdAt(row),
        updated_at: updatedAt(row),
      }))
      const made = await app.db.insertInto('services').values(values).returning('id').execute()
      return { ids: idsOf(made), hidden: ['encoberta'] }
    },
    context: nothing,
    read: (who, query) => who.call('serviceList', { query }),
    see: (row) => ({
      sorts: {
        name: row.name.toLowerCase(),
        created_at: row.created_at,
        updated_at: row.updated_at,
        status: row.active,
      },
      filters: { id: String(row.id), status: status(row.active) },
      searched: {
        name: row.name,
        created_at: formatInstant(row.created_at),
        updated_at: formatInstant(row.updated_at),
        status: formatStatus(row.active),
      },
    }),
  }),

  moduleList: listFixture('moduleList', {
    async seed(app) {
      const services = await makeServices(app)
      const values = rows.map((row) => ({
        name: scattered(names, row, 1),
        service_id: scattered(services, row, 3),
        url: 'endereco-encoberto.example',
        active: isActive(row),
        created_at: createdAt(row),
        updated_at: updatedAt(row),
      }))
      const made = await app.db.insertInto('modules').values(values).returning('id').execute()
      const secrets = made.map(({ id }, row) => ({
        module_id: id,
        slot: 1,
        ciphertext: Buffer.from('Encoberta.'),
        key_id: 'encoberta',
        digest: Buffer.alloc(32),
        ...(row % 3 === 0 && { created_at: createdAt(row) }),
      }))
      await app.db.insertInto('module_secrets').values(secrets).execute()
      return { ids: idsOf(made), hidden: ['encoberto', ...serviceNames] }
    },
    context: modulesWithOldSecrets,
    read: (who, query) => who.call('moduleList', { query }),
    see: (row, old) => ({
      sorts: {
        name: row.name.toLowerCase(),
        created_at: row.created_at,
        updated_at: row.updated_at,
        status: row.status,
      },
      filters: {
        id: String(row.id),
        status: String(row.status),
        service_id: String(row.Service.id),
        secret_due: status(old.has(row.id)),
      },
      searched: {
        name: row.name,
        created_at: formatInstant(row.created_at),
        updated_at: formatInstant(row.updated_at),
        status: formatStatus(row.status === 1),
      },
    }),
  }),

  functionList: listFixture('functionList', {
    async seed(app) {
      const modules = await makeModules(app)
      const values = rows.map((row) => ({
        name: scattered(names, row, 1),
        url: `/endereço/${(row * 7) % 9}`,
        code: `COD${row}`,
        accredited_enable: row % 2 === 0,
        module_id: scattered(modules, row, 3),
        active: isActive(row),
        created_at: createdAt(row),
        updated_at: updatedAt(row),
      }))
      const made = await app.db.insertInto('functions').values(values).returning('id').execute()
      return { ids: idsOf(made), hidden: ['encoberto', ...serviceNames] }
    },
    context: servicesOfModules,
    read: (who, query) => who.call('functionList', { query }),
    see: (row, services) => ({
      sorts: {
        name: row.name.toLowerCase(),
        module: row.module.name.toLowerCase(),
        url: row.url,
        created_at: row.created_at,
        updated_at: row.updated_at,
        status: row.status,
      },
      filters: {
        status: String(row.status),
        module_id: String(row.module.id),
        service_id: services.get(row.module.id) ?? '',
      },
      searched: {
        name: row.name,
        url: row.url,
        code: row.code ?? '',
        module: row.module.name,
        created_at: formatInstant(row.created_at),
        updated_at: formatInstant(row.updated_at),
        status: formatStatus(row.status === 1),
      },
    }),
  }),

  actionList: listFixture('actionList', {
    unique: ['name'],
    async seed(app) {
      const [module_id = 0] = await makeModules(app)
      const functions = ['/com-acoes', '/com-outras'].map((url) => ({
        name: 'Função encoberta',
        url,
        accredited_enable: true,
        module_id,
      }))
      const [owner, other] = idsOf(
        await app.db.insertInto('functions').values(functions).returning('id').execute(),
      )
      if (owner === undefined || other === undefined) throw new Error('No functions were made.')
      const ofOther = { function_id: other, name: 'Ação de outra', path: 'alheia' }
      await app.db.insertInto('actions').values(ofOther).execute()
      const values = rows.map((row) => ({
        function_id: owner,
        name: scattered(distinctNames, row, 1),
        path: row % 5 === 0 ? null : `caminho/ç${(row * 7) % 12}`,
        active: isActive(row),
        created_at: createdAt(row),
        updated_at: updatedAt(row),
      }))
      const made = await app.db.insertInto('actions').values(values).returning('id').execute()
      return {
        ids: idsOf(made),
        params: { id: String(owner) },
        hidden: ['encoberta', 'alheia', moduleNames[0]],
      }
    },
    context: nothing,
    read: (who, query, params) => who.call('actionList', { query, params }),
    see: (row) => ({
      sorts: {
        name: row.name.toLowerCase(),
        path: row.path,
        created_at: row.created_at,
        status: row.active,
      },
      filters: { status: status(row.active) },
      searched: {
        name: row.name,
        path: row.path ?? '',
        created_at: formatInstant(row.created_at),
        updated_at: formatInstant(row.updated_at),
        status: formatStatus(row.active),
      },
    }),
  }),

  profileList: listFixture('profileList', {
    async seed(app) {
      const modules = await makeModules(app)
      const companies: (number | null)[] = [null]
      for (const name of companyNames) {
        const { id } = await app.build.company()
        await app.db.updateTable('companies').set({ name }).where('id', '=', id).execute()
        companies.push(id)
      }
      const values = rows.map((row) => ({
        name: scattered(names, row, 1),
        module_id: scattered(modules, row, 3),
        company_id: scattered(companies, row, 3),
        accredited_enable: row % 4 < 2,
        active: isActive(row),
        created_at: createdAt(row),
        updated_at: updatedAt(row),
      }))
      const made = await app.db.insertInto('profiles').values(values).returning('id').execute()
      return { ids: idsOf(made), hidden: ['encoberto', 'encoberta', 'contato'] }
    },
    context: nothing,
    read: (who, query) => who.call('profileList', { query }),
    see: (row) => ({
      sorts: {
        name: row.name.toLowerCase(),
        service: row.module.Service.name.toLowerCase(),
        module: row.module.name.toLowerCase(),
        company: row.company?.name.toLowerCase() ?? null,
        accredited_enable: row.accredited_enable,
        created_at: row.created_at,
        updated_at: row.updated_at,
        status: row.status,
      },
      filters: {
        status: String(row.status),
        service_id: String(row.module.Service.id),
        module_id: String(row.module.id),
        accredit_id: String(row.accredit_id),
      },
      searched: {
        name: row.name,
        service: row.module.Service.name,
        module: row.module.name,
        company: row.company?.name ?? '',
        created_at: formatInstant(row.created_at),
        updated_at: formatInstant(row.updated_at),
        status: row.status === 1 ? 'Ativo' : 'Excluído',
      },
    }),
  }),

  profileHolderList: listFixture('profileHolderList', {
    unique: ['email'],
    async seed(app) {
      const company = await app.build.company()
      const { id: moduleId } = await app.build.module()
      await app.build.plan({ companyId: company.id, moduleId, seats: 99 })
      const [profileId, other] = [
        await app.build.profile({ moduleId }),
        await app.build.profile({ moduleId }),
      ]
      const values = rows.map((row) => ({
        name: scattered(names, row, 1),
        email: `perfil${(row * 7) % rows.length}@lista.example`,
      }))
      const ids = idsOf(await app.db.insertInto('users').values(values).returning('id').execute())
      for (const userId of ids) await app.build.assign({ userId, profileId, companyId: company.id })
      const alien = await app.build.user({ email: 'alheia@perfil.example' })
      await app.build.assign({ userId: alien.id, profileId: other, companyId: company.id })
      return { ids, params: { id: String(profileId) }, hidden: ['alheia'] }
    },
    context: nothing,
    read: (who, query, { id }) => who.call('profileHolderList', { query, params: { id } }),
    see: (row) => ({
      sorts: { name: row.name.toLowerCase(), email: row.email },
      filters: {},
      searched: { name: row.name, email: row.email },
    }),
  }),

  profileMakerList: listFixture('profileMakerList', {
    unique: ['name'],
    async seed(app) {
      const [module_id = 0] = await makeModules(app)
      const ids: number[] = []
      for (const name of distinctNames) {
        const { id } = await app.build.company()
        await app.db.updateTable('companies').set({ name }).where('id', '=', id).execute()
        await app.db
          .insertInto('profiles')
          .values({ name: 'Perfil encoberto', module_id, company_id: id })
          .execute()
        ids.push(id)
      }
      const idle = await app.build.company()
      await app.db
        .updateTable('companies')
        .set({ name: 'Empresa ociosa' })
        .where('id', '=', idle.id)
        .execute()
      return { ids, hidden: ['encoberto', 'ociosa', 'contato'] }
    },
    context: nothing,
    read: (who, query) => who.call('profileMakerList', { query }),
    see: (row) => ({
      sorts: { name: row.name.toLowerCase() },
      filters: { id: String(row.id) },
      searched: { name: row.name },
    }),
  }),
} satisfies Record<string, ListFixture>
