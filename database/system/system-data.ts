import type pg from 'pg'
import { consoleModuleId } from '../../contract/constants.ts'
import { screens } from '../../contract/screens.ts'
import { grantScreens } from './grant-screens.ts'
import { reserveIds } from './reserve-ids.ts'
import {
  actionNames,
  reservedIds,
  systemModules,
  systemProfiles,
  systemServices,
} from './system-catalogue.ts'
import { companyScreens, systemGrants } from './system-grants.ts'
import { lockKeys } from '../lock-keys.ts'
import { inLockedTransaction } from './transaction.ts'

/**
 * Creates the rows that every installation has: services, modules, profiles, and the screens of this console with
 * their actions. Runs at each start and only adds missing rows, such as the screens of a new version. Changes by
 * administrators are kept. Creates no users.
 */
export async function ensureSystemData(client: pg.ClientBase): Promise<void> {
  await inLockedTransaction(client, lockKeys.systemData, async () => {
    await ensureServicesAndModules(client)
    const profiles = await ensureProfiles(client)
    await reserveIds(client, reservedIds)
    const functions = await ensureScreens(client)
    const actions = await ensureScreenActions(client)
    await grantScreens(client, systemGrants, { profiles, functions, actions })
  })
}

async function ensureServicesAndModules(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into services (id, name, description)
     select id, name, description from jsonb_to_recordset($1) s(id integer, name text, description text)
     on conflict do nothing`,
    [JSON.stringify(systemServices)],
  )
  await client.query(
    `insert into modules (id, service_id, name)
     select id, service_id, name from jsonb_to_recordset($1) m(id integer, service_id integer, name text)
     on conflict do nothing`,
    [JSON.stringify(systemModules)],
  )
}

function ensureProfiles(client: pg.ClientBase): Promise<number[]> {
  return insertReturningIds(
    client,
    `insert into profiles (id, module_id, name, master_profile)
     select id, $2, name, master_profile
     from jsonb_to_recordset($1) p(id integer, name text, master_profile boolean)
     on conflict do nothing
     returning id`,
    [JSON.stringify(systemProfiles), consoleModuleId],
  )
}

function ensureScreens(client: pg.ClientBase): Promise<number[]> {
  const rows = Object.entries(screens).map(([url, { name }]) => ({
    url,
    name,
    accredited_enable: companyScreens.has(url),
  }))
  // "not exists" comes before "on conflict", because each conflict would consume an id at every start.
  return insertReturningIds(
    client,
    `insert into functions (module_id, name, url, environment, method, accredited_enable)
     select $2, name, url, 'front', 'GET', accredited_enable
     from jsonb_to_recordset($1) s(name text, url text, accredited_enable boolean)
     where not exists (
       select from functions f where f.module_id = $2 and f.environment = 'front' and f.url = s.url
     )
     on conflict do nothing
     returning id`,
    [JSON.stringify(rows), consoleModuleId],
  )
}

function ensureScreenActions(client: pg.ClientBase): Promise<number[]> {
  const rows = Object.entries(screens).flatMap(([url, { actions }]) =>
    actions.map((path) => ({ url, path, name: actionNames[path] })),
  )
  return insertReturningIds(
    client,
    `insert into actions (function_id, name, path)
     select f.id, s.name, s.path
     from jsonb_to_recordset($1) s(url text, path text, name text)
     join functions f on f.module_id = $2 and f.environment = 'front' and f.url = s.url
     where not exists (select from actions a where a.function_id = f.id and a.path = s.path)
     on conflict do nothing
     returning id`,
    [JSON.stringify(rows), consoleModuleId],
  )
}

async function insertReturningIds(
  client: pg.ClientBase,
  sql: string,
  values: unknown[],
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(sql, values)
  return rows.map((row) => row.id)
}
