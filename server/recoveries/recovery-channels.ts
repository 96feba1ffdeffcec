import { sql } from 'kysely'
import { consoleModuleId } from '../../contract/constants.ts'
import type { Db } from '../database/database.ts'
import { findAdministrators } from '../scope/administrators.ts'

/** Person who is notified about the recovery of another one. */
export interface Supervisor {
  id: number
  name: string
  email: string
}

/** Maximum number of people who are notified of one recovery. */
const supervisorsMax = 200

/**
 * Returns the people who are notified of a recovery and can cancel it: the master users of the companies of the user, or
 * the administrators if there are none. Neither the user nor the person who started it.
 */
export async function findSupervisors(
  db: Db,
  { userId, except }: { userId: number; except: number | null },
): Promise<Supervisor[]> {
  const { rows: masters } = await sql<Supervisor>`
    select distinct u.id, u.name, u.email
    from access_links(now()) l join users u on u.id = l.user_id join profiles p on p.id = l.profile_id and p.master_profile
    where l.opens and l.module_id = ${consoleModuleId} and l.place_spid is null and l.delegation_id is null
      and l.company_id = any (array(select uc.company_id from user_companies uc where uc.user_id = ${userId}))
      and u.id <> ${userId} and u.id is distinct from ${except}
    order by u.id limit ${sql.lit(supervisorsMax)}`.execute(db)
  if (masters.length > 0) return masters
  const administrators = await findAdministrators(db)
  return administrators.filter(({ id }) => id !== userId && id !== except)
}
