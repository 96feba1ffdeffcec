import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'

interface TemporaryMaster {
  id: number
  user_id: number
  name: string
  email: string
  company_id: number
  company_name: string
  begin_date: Date
  end_date: Date | null
}

interface Conditions {
  companyId: number
  now: Date
  /** If set, returns only active delegations of a profile of this service. */
  runningOf?: number
}

/**
 * Returns the current and future delegations of master profiles to users in scope. Not paged, because a company has
 * only a few.
 */
export async function findTemporaryMasters(
  db: Db,
  scope: Scope,
  { companyId, now, runningOf }: Conditions,
): Promise<TemporaryMaster[]> {
  const ofService = runningOf === undefined ? sql`true` : sql`m.service_id = ${runningOf}`
  return db
    .selectFrom('delegations as d')
    .innerJoin('users', 'users.id', 'd.user_id')
    .innerJoin('companies as c', 'c.id', 'd.company_id')
    .select([
      'd.id',
      'd.user_id',
      'users.name',
      'users.email',
      'd.company_id',
      'c.name as company_name',
      'd.begin_at as begin_date',
      'd.end_at as end_date',
    ])
    .where('d.company_id', '=', companyId)
    .where('d.closed_at', 'is', null)
    .where((eb) => eb.or([eb('d.end_at', 'is', null), eb('d.end_at', '>', now)]))
    .$if(runningOf !== undefined, (query) => query.where('d.begin_at', '<=', now))
    .where('users.active', '=', true)
    .where(userInScope(scope))
    .where(
      sql<boolean>`exists (select from delegation_profiles dp join profiles p on p.id = dp.profile_id
        join modules m on m.id = p.module_id
        where dp.delegation_id = d.id and p.master_profile and p.active and ${ofService})`,
    )
    .orderBy(sql`lower(users.name) collate natural_order`)
    .orderBy('d.begin_at')
    .orderBy('d.id')
    .execute()
}
