import { sql } from 'kysely'
import type { AccessRequestState } from '../../contract/access-requests.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { accessRequestInScope, containsRequested } from '../scope/access-request-scope.ts'
import { scopeOf } from '../scope/scope.ts'
import { stateAt } from './access-request-queries.ts'
import type { RequestedAccess } from './requested-access.ts'

/** A locked request, with what a decision depends on. */
export interface LockedRequest extends RequestedAccess {
  id: number
  requester_id: number
  reason: string
  /** YYYY-MM-DD. */
  end_date: string | null
  state: AccessRequestState
  version: number
  requester: { name: string; email: string; active: boolean; suspended: boolean }
  company: string
  module: string
  is_enable_spid: boolean
}

const lockRequests = (db: Db, now: Date) =>
  db
    .selectFrom('access_requests as r')
    .innerJoin('users', 'users.id', 'r.requester_id')
    .innerJoin('companies as c', 'c.id', 'r.company_id')
    .innerJoin('modules as m', 'm.id', 'r.module_id')
    .select([
      'r.id',
      'r.requester_id',
      'r.company_id',
      'r.module_id',
      'r.spid',
      'r.function_id',
      'r.action_id',
      'r.reason',
      'r.end_date',
      'r.version',
      'c.name as company',
      'm.name as module',
      'm.is_enable_spid',
      stateAt(now).as('state'),
      sql<LockedRequest['requester']>`json_build_object('name', users.name, 'email', users.email,
        'active', users.active, 'suspended', users.suspended)`.as('requester'),
    ])
    .forUpdate('r')

/** Locks and returns a request in the caller's scope, so that only one decision or withdrawal takes effect. */
export function lockRequestInScope(
  db: Db,
  who: Principal,
  id: number,
  now: Date,
): Promise<LockedRequest | undefined> {
  return lockRequests(db, now)
    .where('r.id', '=', id)
    .where(accessRequestInScope(scopeOf(who)))
    .executeTakeFirst()
}

/** Locks and returns a request of this user. */
export function lockOwnRequest(db: Db, userId: number, id: number, now: Date) {
  return lockRequests(db, now)
    .where('r.id', '=', id)
    .where('r.requester_id', '=', userId)
    .executeTakeFirst()
}

/** Returns whether a profile is of the requested module and contains the requested function and action. */
export async function fitsRequest(db: Db, id: number, profileId: number): Promise<boolean> {
  const row = await db
    .selectFrom('access_requests as r')
    .innerJoin('profiles as p', 'p.module_id', 'r.module_id')
    .select('p.id')
    .where('r.id', '=', id)
    .where('p.id', '=', profileId)
    .where(containsRequested(sql.ref('p.id')))
    .executeTakeFirst()
  return row !== undefined
}

type Closing =
  | { state: 'withdrawn'; decided_at: Date }
  | { state: 'refused'; decided_at: Date; decided_by: number; answer: string }

export async function closeRequest(db: Db, id: number, closing: Closing): Promise<void> {
  await db.updateTable('access_requests').set(closing).where('id', '=', id).execute()
}

/** What was approved. Days are YYYY-MM-DD. */
export interface Approval {
  profile_id: number
  spids: string[]
  begin_date: string | null
  end_date: string | null
}

export async function storeApproval(
  db: Db,
  id: number,
  { profile_id, spids, begin_date, end_date }: Approval,
  { by, now, change_hash }: { by: number; now: Date; change_hash: string },
): Promise<void> {
  await db
    .updateTable('access_requests')
    .set({
      state: 'approved',
      decided_at: now,
      decided_by: by,
      profile_id,
      approved_spids: spids,
      approved_begin: begin_date,
      approved_end: end_date,
      change_hash,
    })
    .where('id', '=', id)
    .execute()
}
