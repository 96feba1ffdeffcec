import { sql } from 'kysely'
import { consoleModuleId } from '../../contract/constants.ts'
import type { UserProfile } from '../../contract/user-profiles.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { profileExceedsCaller } from '../scope/giving-scope.ts'
import { heldProfileInScope, profileInScope } from '../scope/profile-scope.ts'
import { scopeOf } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { asTable, daysMaxOf } from './user-profile-queries.ts'

/** State of one row of a write, on which the policy decides. */
export interface AssignmentState extends UserProfile {
  /** Null if the user is out of scope. */
  user_active: boolean | null
  company_seen: boolean
  /** Whether the company is active and linked to the user. */
  works_there: boolean
  spid_known: boolean
  /** Whether the profile is in scope: listed for the caller, or held by this user in this company. */
  profile_seen: boolean
  /**
   * Whether the profile is listed for the caller. It may be deleted, but must belong to an active module and be for
   * this company.
   */
  profile_listed: boolean
  profile_deleted: boolean
  beyond_own: boolean
  /** Whether the assignment exists, has not ended, and is in scope. It may not have begun. */
  held: boolean
  /** First and last day of the held assignment in São Paulo, as YYYY-MM-DD; null if it has none. */
  held_begin: string | null
  held_end: string | null
  held_reason: string | null
  /** Whether an access review suspended it. Then `held_end` is the end that it gets again when it is restored. */
  suspended: boolean
  /** Maximum number of days of a new period: the smaller one of company and profile; null if there is none. */
  days_max: number | null
}

/** Returns the state of each row. Uses one query for any number of rows. */
export async function findAssignments(
  db: Db,
  who: Principal,
  wanted: readonly UserProfile[],
  now: Date,
): Promise<AssignmentState[]> {
  const scope = scopeOf(who)
  const ofPlace = who.place?.spid ?? null
  const { rows } = await sql<AssignmentState>`
    select wanted.user_id, wanted.profile_id, wanted.company_id, wanted.spid,
      users.active as user_active,
      companies.id is not null as company_seen,
      coalesce(companies.active, false) and exists (select from user_companies uc
        where uc.user_id = wanted.user_id and uc.company_id = wanted.company_id) as works_there,
      wanted.spid is null or exists (select from spids sp
        where sp.company_id = wanted.company_id and sp.spid = wanted.spid) as spid_known,
      coalesce(${profileInScope(scope)} or ${heldProfileInScope(scope)} and exists (select from user_profiles up
        where up.user_id = wanted.user_id and up.company_id = wanted.company_id and up.profile_id = wanted.profile_id), false) as profile_seen,
      coalesce(${profileInScope(scope)} and modules.active and services.active
        and (profiles.company_id is null or profiles.company_id = wanted.company_id), false) as profile_listed,
      coalesce(not profiles.active, false) as profile_deleted,
      coalesce(${profileExceedsCaller(who)}
        or profiles.module_id = ${consoleModuleId} and ${scope !== 'everything'} and ${ofPlace}::text is not null
          and wanted.spid is distinct from ${ofPlace}, false) as beyond_own,
      coalesce(${heldProfileInScope(scope)} and up.id is not null, false) as held,
      (up.begin_at at time zone 'America/Sao_Paulo')::date::text as held_begin,
      ((case when up.suspended_at is null then up.end_at else up.end_before_suspension end)
        at time zone 'America/Sao_Paulo')::date::text as held_end,
      up.reason as held_reason,
      up.suspended_at is not null as suspended,
      ${daysMaxOf(sql.ref('wanted.profile_id'))} as days_max
    from ${asTable(wanted)}
    left join users on users.id = wanted.user_id and ${userInScope(scope)}
    left join companies on companies.id = wanted.company_id and ${companyInScope(scope, sql.ref('companies.id'))}
    left join profiles on profiles.id = wanted.profile_id
    left join modules on modules.id = profiles.module_id
    left join services on services.id = modules.service_id
    left join user_profiles up on up.user_id = wanted.user_id and up.company_id = wanted.company_id
      and up.profile_id = wanted.profile_id and up.spid is not distinct from wanted.spid
      and (up.end_at is null or up.end_at > ${now})`.execute(db)
  return rows
}
