import { sql } from 'kysely'
import { listFixture, type ListFixture } from './list-fixture.ts'
import {
  createdAt,
  distinctNames,
  formatInstant,
  idsOf,
  names,
  rows,
  scattered,
  updatedAt,
} from '../list-values.ts'
import type { TestApp } from '../test-app.ts'

const nothing = () => Promise.resolve(undefined)

/** Creates twelve pairs of profiles or of functions of one module. */
async function makePairs(app: TestApp, of: 'profiles' | 'functions') {
  const { id: module_id } = await app.build.module({ secret: false })
  const values = rows.flatMap((row) =>
    ['Primeiro', 'Segundo'].map((side) => ({
      module_id,
      name: `${side} ${of} ${scattered(distinctNames, row, 7)}`,
      ...(of === 'functions' && { url: `/${side}/${row}` }),
    })),
  )
  const made =
    of === 'profiles'
      ? await app.db.insertInto('profiles').values(values).returning('id').execute()
      : await sql<{ id: number }>`insert into functions (module_id, name, url)
          select module_id, name, url from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as f(module_id integer, name text, url text)
          returning id`
          .execute(app.db)
          .then((result) => result.rows)
  return rows.map((row) => [made[row * 2]?.id ?? 0, made[row * 2 + 1]?.id ?? 0] as const)
}

/** Rules of separation of duties, and their violations. */
export const separationRuleListFixtures = {
  separationRuleList: listFixture('separationRuleList', {
    unique: ['name'],
    async seed(app) {
      const profiles = await makePairs(app, 'profiles')
      const functions = await makePairs(app, 'functions')
      const values = rows.map((row) => {
        const ofProfiles = row % 3 !== 0
        const [first, second] = (ofProfiles ? profiles : functions)[row] ?? [0, 0]
        return {
          name: scattered(distinctNames, row, 5),
          active: row % 4 !== 1,
          created_at: createdAt(row),
          updated_at: row % 4 === 0 ? createdAt(row) : updatedAt(row),
          ...(ofProfiles
            ? { first_profile_id: first, second_profile_id: second }
            : { first_function_id: first, second_function_id: second }),
        }
      })
      const made = await app.db
        .insertInto('separation_rules')
        .values(values)
        .returning('id')
        .execute()
      return { ids: idsOf(made), hidden: ['Módulo'] }
    },
    context: nothing,
    read: (who, query) => who.call('separationRuleList', { query }),
    see: (row) => ({
      sorts: {
        name: row.name.toLowerCase(),
        created_at: row.created_at,
        updated_at: row.updated_at,
        status: row.active,
      },
      filters: { kind: row.kind, status: row.active ? '1' : '0' },
      searched: {
        name: row.name,
        first: row.first.name,
        second: row.second.name,
        created_at: formatInstant(row.created_at),
        updated_at: formatInstant(row.updated_at),
        status: row.active ? 'Ativo' : 'Inativo',
      },
    }),
  }),

  separationViolationList: listFixture('separationViolationList', {
    async seed(app) {
      const [pair = [0, 0] as const] = await makePairs(app, 'profiles')
      const { module_id } = await app.db
        .selectFrom('profiles')
        .select('module_id')
        .where('id', '=', pair[0])
        .executeTakeFirstOrThrow()
      const companies = [
        await app.build.company(),
        await app.build.company(),
        await app.build.company(),
      ]
      for (const { id } of companies) await app.build.plan({ companyId: id, moduleId: module_id })
      const people = idsOf(
        await app.db
          .insertInto('users')
          .values(
            rows.map((row) => ({
              name: scattered(names, row, 5),
              email: `violador${row}@operadora.example`,
            })),
          )
          .returning('id')
          .execute(),
      )
      const places = people.map((userId, row) => ({
        userId,
        companyId: scattered(companies, row, 1).id,
      }))
      for (const place of places)
        for (const profileId of pair) await app.build.assign({ ...place, profileId })
      const id = String(await app.build.separationRule({ profiles: pair }))
      return {
        ids: places.map(({ userId, companyId }) => `${userId}:${companyId}`),
        params: { id },
        hidden: ['violador', 'Primeiro'],
      }
    },
    context: nothing,
    read: (who, query, { id }) => who.call('separationViolationList', { params: { id }, query }),
    see: (row) => ({
      sorts: { name: row.user.name.toLowerCase(), company: row.company.name.toLowerCase() },
      filters: {},
      searched: { name: row.user.name, company: row.company.name },
    }),
  }),
} satisfies Record<string, ListFixture>
