import type pg from 'pg'
import { consoleModuleId } from '../../contract/constants.ts'
import { daysBefore } from './demo-dates.ts'
import { exampleModuleId } from './demo-modules.ts'
import { demoPeople } from './demo-people.ts'
import { insertRows } from './insert-rows.ts'

type Favourite = [user: number, company: number, module: number, spid: string | null]
type Visit = [user: number, company: number, module: number, daysAgo: number, minute: number]

const { master, operator, federated } = demoPeople

/** Favourites of the users with a fixed e-mail who can choose between modules. */
const favourites: readonly Favourite[] = [
  [master.id, 2, consoleModuleId, null],
  [master.id, 2, exampleModuleId, '7101'],
  [operator.id, 2, 10, '7101'],
  [operator.id, 3, exampleModuleId, '7205'],
  [federated.id, 3, exampleModuleId, '7205'],
]

/** Modules that these users opened last. Each visit has the day, and the minute of that day in UTC. */
const visits: readonly Visit[] = [
  [master.id, 2, consoleModuleId, 3, 745],
  [master.id, 2, exampleModuleId, 4, 815],
  [operator.id, 2, 15, 3, 790],
  [operator.id, 2, 10, 3, 752],
  [operator.id, 3, 6, 5, 1_030],
  [operator.id, 2, consoleModuleId, 6, 880],
  [federated.id, 3, consoleModuleId, 3, 770],
]

/** Inserts the favourites and visits that the access page shows under 'Recentes e favoritos'. */
export async function insertFavourites(client: pg.ClientBase, today: Date): Promise<void> {
  await insertRows(
    client,
    'module_favourites',
    favourites.map(([user_id, company_id, module_id, spid], at) => ({
      user_id,
      company_id,
      module_id,
      spid,
      created_at: daysBefore(today, 10, at),
    })),
  )
  await insertRows(
    client,
    'module_visits',
    visits.map(([user_id, company_id, module_id, daysAgo, minute]) => ({
      user_id,
      company_id,
      module_id,
      last_used_at: daysBefore(today, daysAgo, minute),
    })),
  )
}
