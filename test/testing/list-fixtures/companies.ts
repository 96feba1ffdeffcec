import { maskCnpj } from '../../../contract/cnpj.ts'
import type { TestApp } from '../test-app.ts'
import { cnpj, next } from '../catalogue-builders.ts'
import { listFixture, type ListFixture } from './list-fixture.ts'
import {
  createdAt,
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

/** Returns the modules of which each company has licences. */
const modulesOfCompanies = (app: TestApp) =>
  app.db.selectFrom('seat_grants').select(['company_id', 'module_id']).execute()

/** Companies, the users of a company, and the users of its seats. */
export const companyListFixtures = {
  companyList: listFixture('companyList', {
    unique: ['document'],
    async seed(app) {
      const values = rows.map((row) => ({
        name: scattered(names, row, 1),
        email: `contato${(row * 7) % 9}@lista.example`,
        document: cnpj(10_000 * ((row * 5) % rows.length) + next()),
        active: isActive(row),
        created_at: createdAt(row),
        updated_at: updatedAt(row),
      }))
      const made = await app.db.insertInto('companies').values(values).returning('id').execute()
      const [first = 0] = idsOf(made)
      const spid = { company_id: first, spid: 'ENCOBERTO', description: 'Também encoberta.' }
      await app.db.insertInto('spids').values(spid).execute()
      const modules = [await app.build.module(), await app.build.module(), await app.build.module()]
      for (const [row, companyId] of idsOf(made).entries())
        await app.build.plan({ companyId, moduleId: scattered(modules, row, 1).id })
      return { ids: idsOf(made), hidden: ['encobert'] }
    },
    context: modulesOfCompanies,
    read: (who, query) => who.call('companyList', { query }),
    see: (row, modules) => ({
      sorts: {
        name: row.name.toLowerCase(),
        email: row.email,
        document: row.document,
        created_at: row.created_at,
        status: row.active,
      },
      filters: {
        id: String(row.id),
        status: status(row.active),
        module_id: modules.flatMap(({ company_id, module_id }) =>
          company_id === row.id ? [String(module_id)] : [],
        ),
      },
      searched: {
        name: row.name,
        email: row.email,
        document: row.document,
        masked: maskCnpj(row.document),
        created_at: formatInstant(row.created_at),
        status: formatStatus(row.active),
      },
    }),
  }),

  companyUserList: listFixture('companyUserList', {
    unique: ['email'],
    async seed(app) {
      const [company, other] = [await app.build.company(), await app.build.company()]
      const values = rows.map((row) => ({
        name: scattered(names, row, 1),
        email: `gente${(row * 7) % rows.length}@lista.example`,
        phone_number: '5511900000000',
        active: isActive(row),
      }))
      const made = await app.db.insertInto('users').values(values).returning('id').execute()
      const links = idsOf(made).map((id) => ({ user_id: id, company_id: company.id }))
      await app.db.insertInto('user_companies').values(links).execute()
      const { id } = await app.build.user({ email: 'alheia@lista.example' })
      const alien = { user_id: id, company_id: other.id }
      await app.db.insertInto('user_companies').values(alien).execute()
      return {
        ids: idsOf(made),
        params: { id: String(company.id) },
        hidden: ['alheia', '5511900000000'],
      }
    },
    context: nothing,
    read: (who, query, { id }) => who.call('companyUserList', { query, params: { companyId: id } }),
    see: (row) => ({
      sorts: { name: row.name.toLowerCase(), email: row.email },
      filters: { status: String(row.status) },
      searched: { name: row.name, email: row.email },
    }),
  }),
  seatHolderList: listFixture('seatHolderList', {
    unique: ['email'],
    async seed(app) {
      const [company, other] = [await app.build.company(), await app.build.company()]
      const modules = [await app.build.module(), await app.build.module(), await app.build.module()]
      const profiles: number[] = []
      for (const { id: moduleId } of modules) {
        profiles.push(await app.build.profile({ moduleId }))
        for (const { id } of [company, other])
          await app.build.plan({ companyId: id, moduleId, seats: 99 })
      }
      const values = rows.map((row) => ({
        name: scattered(names, row, 1),
        email: `vaga${(row * 7) % rows.length}@lista.example`,
        last_access_at: row % 5 === 0 ? null : createdAt(row),
      }))
      const made = await app.db.insertInto('users').values(values).returning('id').execute()
      for (const [row, userId] of idsOf(made).entries())
        await app.build.assign({
          userId,
          profileId: scattered(profiles, row, 1),
          companyId: company.id,
        })
      const alien = await app.build.user({ email: 'alheia@vaga.example' })
      const [profileId = 0] = profiles
      await app.build.assign({ userId: alien.id, profileId, companyId: other.id })
      return { ids: idsOf(made), params: { id: String(company.id) }, hidden: ['alheia'] }
    },
    context: nothing,
    read: (who, query, { id }) => who.call('seatHolderList', { query, params: { companyId: id } }),
    see: (row) => ({
      sorts: {
        name: row.name.toLowerCase(),
        email: row.email,
        last_access_at: row.last_access_at,
      },
      filters: { module_id: String(row.modules[0]?.module.id) },
      searched: { name: row.name, email: row.email },
    }),
  }),
} satisfies Record<string, ListFixture>
