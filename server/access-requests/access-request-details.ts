import { sql } from 'kysely'
import type { AccessRequestDetails } from '../../contract/access-requests.ts'
import type { Db } from '../database/database.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireFound } from '../pipeline/record.ts'
import {
  accessRequestInScope,
  containsRequested,
  mayDecideRequests,
} from '../scope/access-request-scope.ts'
import { profileAssignable } from '../scope/giving-scope.ts'
import { heldProfileInScope } from '../scope/profile-scope.ts'
import { scopeOf, writeScopeOf } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { readWhy } from '../user-profiles/why-service.ts'
import { selectInScope } from './access-request-queries.ts'

type Approved = NonNullable<AccessRequestDetails['approved']>

/** Returns a request with everything that a decision needs. Hints only: the approval checks everything again. */
export async function readAccessRequest(db: Db, who: Principal, id: number, now: Date) {
  const found = requireFound(await findDetails(db, who, id, now), 'access-request-not-found')
  const { function_id, action_id, offered_spids, in_write_scope, ...request } = found
  const pending = request.state === 'pending'
  const others = request.requester.id !== who.userId
  const can_decide = pending && others && in_write_scope && mayDecideRequests(who)
  const question = {
    userId: request.requester.id,
    company_id: request.company.id,
    module_id: request.module.id,
    ...(request.spid !== null && { spid: request.spid }),
    ...(function_id !== null && { function_id }),
    ...(action_id !== null && { action_id }),
  }
  return {
    ...request,
    can_decide,
    why: pending ? await findWhy(db, who, question, now) : null,
    profiles: can_decide ? await findProfilesThatFit(db, who, id, now) : [],
    spids: can_decide ? offered_spids : [],
  }
}

/** Returns null if a part of the place is not visible to the caller, or no longer exists. */
async function findWhy(...call: Parameters<typeof readWhy>) {
  try {
    return await readWhy(...call)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  }
}

function findDetails(db: Db, who: Principal, id: number, now: Date) {
  const scope = scopeOf(who)
  return selectInScope(db, who, now)
    .select([
      'r.version',
      'r.function_id',
      'r.action_id',
      'r.answer',
      'c.assignment_days_max',
      accessRequestInScope(writeScopeOf(who)).as('in_write_scope'),
      sql<
        string | null
      >`(select users.name from users where users.id = r.decided_by and ${userInScope(scope)})`.as(
        'decided_by',
      ),
      sql<Approved | null>`case when r.state = 'approved' then json_build_object(
        'profile', (select json_build_object('id', profiles.id, 'name', profiles.name) from profiles
          where profiles.id = r.profile_id and ${heldProfileInScope(scope)}),
        'spids', r.approved_spids, 'begin_date', r.approved_begin, 'end_date', r.approved_end,
        'change_hash', r.change_hash) end`.as('approved'),
      sql<{ spid: string; description: string }[]>`coalesce((
        select json_agg(json_build_object('spid', sp.spid, 'description', sp.description) order by sp.spid) from spids sp
        where m.is_enable_spid and sp.company_id = r.company_id and (r.spid is null or sp.spid = r.spid)), '[]'::json)`.as(
        'offered_spids',
      ),
      sql<boolean>`exists (select from seat_holders h
        where h.user_id = r.requester_id and h.company_id = r.company_id and h.module_id = r.module_id)`.as(
        'seat_taken',
      ),
    ])
    .where('r.id', '=', id)
    .executeTakeFirst()
}

/** Returns the profiles that the caller may give and that contain what is requested, those of most colleagues first. */
async function findProfilesThatFit(
  db: Db,
  who: Principal,
  id: number,
  now: Date,
): Promise<AccessRequestDetails['profiles']> {
  const { rows } = await sql<AccessRequestDetails['profiles'][number]>`
    select profiles.id, profiles.name, profiles.master_profile, profiles.assignment_days_max,
      (select count(distinct up.user_id)::integer from user_profiles up join users u on u.id = up.user_id and u.active
        where up.profile_id = profiles.id and up.company_id = r.company_id and up.user_id <> r.requester_id
          and (up.end_at is null or up.end_at > ${now})) as holders
    from access_requests r
    join profiles on profiles.module_id = r.module_id and (profiles.company_id is null or profiles.company_id = r.company_id)
    join modules on modules.id = profiles.module_id
    join services on services.id = modules.service_id
    where r.id = ${id} and ${profileAssignable(who)} and ${containsRequested(sql.ref('profiles.id'))}
    order by holders desc, lower(profiles.name) collate natural_order, profiles.id`.execute(db)
  return rows
}
