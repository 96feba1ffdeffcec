import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BodyInputOf } from '../../contract/endpoint.ts'
import type { users } from '../../contract/users.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { linkTo, masterOf, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  master = await masterOf(app)
})
afterAll(() => app.close())

type Body = BodyInputOf<typeof users.userSearch>
type Filters = NonNullable<Body['filters']>
const search = (body: Body, by = admin) => by.call('userSearch', { body })
const found = async (filters: Filters, more: Omit<Body, 'filters'> = {}, by = admin) =>
  (await search({ filters, ...more }, by)).data.users.map(({ name }) => name)

let nth = 0
async function person(name: string): Promise<number> {
  const { id } = await app.db
    .insertInto('users')
    .values({ name, email: `firma${nth++}@lista.example` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('POST /user/search by company', () => {
  test('filters, counts and pages the users of a company', async () => {
    const [one, other] = [await app.build.company(), await app.build.company()]
    const [ana, bia, caio] = [
      await person('Firma Ana'),
      await person('Firma Bia'),
      await person('Firma Caio'),
    ]
    await linkTo(app, ana, one.id)
    await linkTo(app, bia, one.id)
    await linkTo(app, bia, other.id)
    await linkTo(app, caio, other.id)
    const of = (company_id: number) => found({ company_id })
    expect(await of(one.id)).toEqual(['Firma Ana', 'Firma Bia'])
    expect(await of(other.id)).toEqual(['Firma Bia', 'Firma Caio'])
    expect(await found({ company_id: one.id, name: 'bia' })).toEqual(['Firma Bia'])
    expect(await of(2_147_483_647)).toEqual([])
    expect(await found({ company_id: null, name: 'firma' })).toHaveLength(3)
    const pagination = { page: 1, take: 5 } as const
    const { data } = await search({ filters: { company_id: one.id }, pagination })
    expect(data.pagination).toMatchObject({ totalRecords: 2, more: false })
  })

  test('returns no one for a company out of scope', async () => {
    const own = master.person.company.id
    const other = await app.build.company()
    const colleague = await person('Firma Dora')
    await linkTo(app, colleague, own)
    await linkTo(app, colleague, other.id)
    const of = (company_id: number) => found({ company_id, name: 'dora' }, {}, master)
    expect(await of(own)).toEqual(['Firma Dora'])
    expect(await of(other.id)).toEqual([])
  })

  test('names the first three companies of a user, to administrators only', async () => {
    const names = ['firma Ágata', 'Firma Bromo', 'Firma 2', 'Firma 10']
    const elisa = await app.build.user()
    await linkTo(app, elisa.id, master.person.company.id)
    for (const name of names) {
      const { id } = await app.build.company()
      await app.db.updateTable('companies').set({ name }).where('id', '=', id).execute()
      await linkTo(app, elisa.id, id)
    }
    const filters = { email: elisa.email }
    const [row] = (await search({ filters })).data.users
    const all = [...names, master.person.company.name].toSorted((one, other) =>
      one.localeCompare(other, 'pt-BR', { numeric: true }),
    )
    expect(row).toMatchObject({ company_names: all.slice(0, 3), company_count: 5 })
    const [limited] = (await search({ filters }, master)).data.users
    expect(limited).toMatchObject({ email: elisa.email })
    expect(limited).not.toHaveProperty('company_names')
    expect(limited).not.toHaveProperty('company_count')
    const alone = await app.build.user()
    const [without] = (await search({ filters: { email: alone.email } })).data.users
    expect(without).toMatchObject({ company_names: [], company_count: 0 })
  })

  test('the companies of a row are those that find the user by the filter, also inactive ones', async () => {
    const companies = [await app.build.company(), await app.build.company()]
    const [active, inactive] = companies.map(({ id }) => id)
    const { email } = await personOf(app, [active ?? 0, inactive ?? 0])
    await app.db
      .updateTable('companies')
      .set({ active: false })
      .where('id', '=', inactive ?? 0)
      .execute()
    for (const { id, name } of companies) {
      const [row] = (await search({ filters: { email, company_id: id } })).data.users
      expect(row?.company_names, name).toContain(name)
      expect(row).toMatchObject({ company_count: companies.length })
    }
  })

  test('refuses a value that is not an id', async () => {
    expect((await search({ filters: { company_id: 0 } })).failure.fields).toHaveProperty(
      'filters.company_id',
    )
  })
})
