import type pg from 'pg'
import { consoleModuleId, masterProfileId } from '../../contract/constants.ts'
import { setModuleUrl } from '../system/module-url.ts'
import { reserveIds } from '../system/reserve-ids.ts'
import { inLockedTransaction } from '../system/transaction.ts'
import { insertAccessReviews } from './demo-access-reviews.ts'
import { insertAccessRequests } from './demo-access-requests.ts'
import { insertAssignments } from './demo-assignments.ts'
import { insertCompanies } from './demo-companies.ts'
import { insertDataRequests } from './demo-data-requests.ts'
import { insertDelegations } from './demo-delegations.ts'
import { insertFavourites } from './demo-favourites.ts'
import { insertFunctions } from './demo-functions.ts'
import { insertInvitations } from './demo-invitations.ts'
import { exampleModuleId, insertModules } from './demo-modules.ts'
import { insertPasswords, keepPasswordsAlive } from './demo-passwords.ts'
import { demoPeople } from './demo-people.ts'
import { insertPlans, lowerLoosePlan } from './demo-plans.ts'
import { insertProfiles } from './demo-profiles.ts'
import { insertSeparationRules } from './demo-separation-rules.ts'
import { insertApiTokens } from './demo-tokens.ts'
import type { DemoUser } from './demo-user.ts'
import { insertSignIns } from './demo-sign-ins.ts'
import { insertUsers } from './demo-users.ts'
import { inventUsers } from './invent-users.ts'
import { lockKeys } from '../lock-keys.ts'

/**
 * Fills an empty installation (after ensureSystemData) with a fictitious association, its operators and their users.
 * Calls `onFill` first. In a filled installation it only sets the module URLs to the ports of this start, and keeps
 * the demo's passwords from expiring.
 */
export async function fillDemo(
  client: pg.ClientBase,
  addresses: { console: string; exampleModule: string },
  onFill?: () => void,
): Promise<void> {
  await inLockedTransaction(client, lockKeys.demoData, async () => {
    if (!(await isFilled(client))) {
      onFill?.()
      await fill(client)
    }
    await setModuleUrl(client, consoleModuleId, addresses.console)
    await setModuleUrl(client, exampleModuleId, addresses.exampleModule)
    await keepPasswordsAlive(client)
  })
}

async function isFilled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ demo: boolean; used: boolean }>(
    `select exists (select from users where email = $1) as demo,
       exists (select from users) or exists (select from companies) as used`,
    [demoPeople.administrator.email],
  )
  if (rows[0]?.used && !rows[0].demo) {
    throw new Error(
      'This database holds data that is not the demonstration. Unset DEMO, or use another database.',
    )
  }
  return rows[0]?.demo ?? false
}

async function fill(client: pg.ClientBase): Promise<void> {
  const today = await startOfToday(client)
  const users = [...Object.values(demoPeople), ...inventUsers()]
  const masterOf = masters(users)
  await insertCompanies(client)
  await insertModules(client)
  await insertFunctions(client)
  await insertPlans(client)
  await insertUsers(client, users, today)
  await insertPasswords(client, users, today)
  await insertSignIns(client, users, today)
  await insertProfiles(client, masterOf)
  await insertAssignments(client, users, today)
  await lowerLoosePlan(client)
  await insertFavourites(client, today)
  await insertApiTokens(client, users, masterOf, today)
  await insertInvitations(client, masterOf)
  await insertDelegations(client, users, masterOf, today)
  await insertDataRequests(client)
  await insertAccessReviews(client, today)
  await insertSeparationRules(client)
  await insertAccessRequests(client)
  await reserveExplicitIds(client)
}

/** Returns the start of today by the database's clock, which also determines expiry. */
async function startOfToday(client: pg.ClientBase): Promise<Date> {
  const { rows } = await client.query<{ today: Date }>(
    `select date_trunc('day', now(), 'UTC') as today`,
  )
  if (!rows[0]) throw new Error('The query for the current day returned no row.')
  return rows[0].today
}

/** Returns the id of each company's master user, by company id. */
function masters(users: readonly DemoUser[]): ReadonlyMap<number, number> {
  return new Map(
    users
      .filter((user) => user.consoleProfileId === masterProfileId)
      .flatMap((user) => user.companyIds.map((company): [number, number] => [company, user.id])),
  )
}

/** Advances the id sequences past the explicit ids of the demo rows. */
async function reserveExplicitIds(client: pg.ClientBase): Promise<void> {
  const tables = [
    'companies',
    'modules',
    'functions',
    'actions',
    'plans',
    'users',
    'profiles',
    'delegations',
  ]
  const { rows } = await client.query<{ table: string; id: number }>(
    tables
      .map((table) => `select '${table}' as table, max(id) as id from ${table}`)
      .join(' union all '),
  )
  await reserveIds(client, Object.fromEntries(rows.map(({ table, id }) => [table, id])))
}
