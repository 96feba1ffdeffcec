import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { screens } from '../../contract/screens.ts'
import { createTestDatabase, type TestDatabase } from '../../test/testing/test-database.ts'
import { ensureSystemData } from './system-data.ts'

describe('the system data of every installation', () => {
  let database: TestDatabase
  let client: pg.Client

  beforeAll(async () => {
    database = await createTestDatabase()
    client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    await ensureSystemData(client)
  })

  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  async function values(sql: string): Promise<unknown[]> {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
    return rows.map((row) => row[0])
  }

  function screensOf(profileId: number): Promise<unknown[]> {
    return values(`select f.url from profile_functions pf join functions f on f.id = pf.function_id
      where pf.profile_id = ${profileId} order by f.url collate "C"`)
  }

  test('gives administrators every screen and every action', async () => {
    expect(await screensOf(1)).toEqual(Object.keys(screens).sort())
    const actions = Object.values(screens).reduce((sum, screen) => sum + screen.actions.length, 0)
    expect(await values('select count(*)::int from profile_actions where profile_id = 1')).toEqual([
      actions,
    ])
  })

  test('gives a master user users and profiles, but no catalogue and no plans', async () => {
    const held = await screensOf(8)
    expect(held).toContain('/user-edit-profile')
    expect(held).toContain('/master-delegation')
    expect(held).not.toContain('/company-list')
    expect(held).not.toContain('/plan-list')
    expect(await screensOf(2)).toEqual([])
  })

  test('reserves the fixed ids, so that new rows get higher ids', async () => {
    await client.query('begin')
    const next = async (table: string) =>
      (await values(`select nextval(pg_get_serial_sequence('${table}', 'id'))::int`))[0]
    expect(await next('services')).toBe(5)
    expect(await next('modules')).toBe(35)
    expect(await next('profiles')).toBe(100)
    await client.query('rollback')
    await ensureSystemData(client)
    expect(await next('profiles')).toBe(101)
  })

  test('keeps an administrator’s changes at a second start', async () => {
    await client.query(`update services set name = 'Cadastro' where id = 1`)
    await client.query(`update functions set name = 'Pessoas' where url = '/user-list'`)
    await client.query(`delete from profile_functions where profile_id = 8
      and function_id = (select id from functions where url = '/token-management')`)
    await ensureSystemData(client)
    expect(await values('select name from services where id = 1')).toEqual(['Cadastro'])
    expect(await values(`select name from functions where url = '/user-list'`)).toEqual(['Pessoas'])
    expect(await screensOf(8)).not.toContain('/token-management')
  })

  test('gives a new screen to its intended profiles', async () => {
    await client.query(`delete from functions where url in ('/user-edit', '/plan-loose')`)
    await ensureSystemData(client)
    expect(await screensOf(1)).toEqual(Object.keys(screens).sort())
    expect(await screensOf(8)).toContain('/user-edit')
    expect(await screensOf(8)).not.toContain('/plan-loose')
    expect(
      await values(`select a.path from profile_actions pa join actions a on a.id = pa.action_id
        join functions f on f.id = a.function_id
        where pa.profile_id = 3 and f.url = '/user-edit' order by 1`),
    ).toEqual(['reset-password', 'unlock'])
  })

  test.each([
    ['the messages that were not delivered', '/message-list', 'retry'],
    ['the networks that wait', '/network-list', 'unlock'],
    ['what people ask to have corrected', '/data-request-list', 'answer'],
    ['the erasure of deleted people', '/erasure-list', 'erase'],
    ['new operators in one go', '/operator-create', 'create'],
  ])('gives %s only to administrators', async (_meaning, url, action) => {
    await client.query('delete from functions where url = $1', [url])
    await ensureSystemData(client)
    const holders = await values(`select pf.profile_id from profile_functions pf
      join functions f on f.id = pf.function_id where f.url = '${url}'`)
    expect(holders).toEqual([1])
    expect(
      await values(`select p.profile_id from profile_actions p join actions a on a.id = p.action_id
        join functions f on f.id = a.function_id where f.url = '${url}' and a.path = '${action}'`),
    ).toEqual([1])
    expect(await values(`select accredited_enable from functions where url = '${url}'`)).toEqual([
      false,
    ])
  })

  test('gives a new action to the profiles that still hold its screen', async () => {
    await client.query(`delete from actions where path = 'block' or (path = 'create' and function_id =
      (select id from functions where url = '/token-management'))`)
    await ensureSystemData(client)
    const holders = (url: string, path: string) =>
      values(`select pa.profile_id from profile_actions pa join actions a on a.id = pa.action_id
        join functions f on f.id = a.function_id
        where f.url = '${url}' and a.path = '${path}' order by 1`)
    expect(await holders('/user-edit', 'block')).toEqual([1, 8])
    expect(await holders('/token-management', 'create')).toEqual([1])
  })

  test('is created once by instances that start at the same time', async () => {
    const fresh = await createTestDatabase()
    const clients = [1, 2, 3].map(() => new pg.Client({ connectionString: fresh.ownerUrl }))
    await Promise.all(clients.map((one) => one.connect()))
    await Promise.all(clients.map((one) => ensureSystemData(one)))
    const { rows } = await clients[0]!.query<{ count: number }>(
      'select count(*)::int as count from functions',
    )
    expect(rows[0]?.count).toBe(Object.keys(screens).length)
    await Promise.all(clients.map((one) => one.end()))
    await fresh.drop()
  })
})
