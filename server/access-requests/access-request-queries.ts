import { type RawBuilder, sql } from 'kysely'
import {
  accessRequestDays,
  accessRequestState,
  type accessRequests,
  type AccessRequestState,
  accessRequestStates,
  ownAccessRequestsMax,
} from '../../contract/access-requests.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { accessRequestInScope, awaitsCaller } from '../scope/access-request-scope.ts'
import { scopeOf } from '../scope/scope.ts'
import { after, days } from '../shared/clock.ts'
import { isOpen, type RequestedAccess } from './requested-access.ts'

export const accessRequestConstraints: ConstraintMeanings = {
  access_requests_pending_key: { problems: ['access-request-pending'] },
}

interface Named {
  id: number
  name: string
}

/** SQL expression on `access_requests r`: its state at this time. */
export const stateAt = (now: Date): RawBuilder<AccessRequestState> =>
  sql<AccessRequestState>`case when r.state = 'pending' and r.expires_at <= ${now} then 'expired' else r.state end`

const named = (table: string) =>
  sql<Named>`json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)})`

/** Joins requester (`users`), company, module, function and action. */
const selectRequests = (db: Db, now: Date) =>
  db
    .selectFrom('access_requests as r')
    .innerJoin('users', 'users.id', 'r.requester_id')
    .innerJoin('companies as c', 'c.id', 'r.company_id')
    .innerJoin('modules as m', 'm.id', 'r.module_id')
    .leftJoin('functions as f', 'f.id', 'r.function_id')
    .leftJoin('actions as a', 'a.id', 'r.action_id')
    .select([
      'r.id',
      'r.spid',
      'r.reason',
      'r.created_at',
      'r.expires_at',
      'r.decided_at',
      'r.end_date',
      'f.url as function_path',
      'a.path as action_path',
      named('c').as('company'),
      named('m').as('module'),
      stateAt(now).as('state'),
    ])

/** Returns the requests of a user, newest first. */
export function listOwnAccessRequests(db: Db, userId: number, now: Date) {
  return selectRequests(db, now)
    .select([
      'r.answer',
      'r.approved_begin as approved_begin_date',
      'r.approved_end as approved_end_date',
      isOpen(now).as('open'),
    ])
    .where('r.requester_id', '=', userId)
    .orderBy('r.id', 'desc')
    .limit(ownAccessRequestsMax)
    .execute()
}

/** Selects requests in the caller's scope, with their requester. */
export const selectInScope = (db: Db, who: Principal, now: Date) =>
  selectRequests(db, now)
    .select([
      sql<
        Named & { email: string }
      >`json_build_object('id', users.id, 'name', users.name, 'email', users.email)`.as(
        'requester',
      ),
      awaitsCaller(who, now).as('awaits_me'),
    ])
    .where(accessRequestInScope(scopeOf(who)))

const shownState = (now: Date) =>
  sql`case ${stateAt(now)} ${sql.join(
    Object.entries(accessRequestStates).map(
      ([state, label]) => sql`when ${sql.lit(state)} then ${sql.lit(label)}`,
    ),
    sql` `,
  )} end`

const searchLine = (now: Date) => sql`concat_ws(chr(10),
  search_fold(concat_ws(chr(10), users.name, users.email, c.name, m.name, r.spid, to_char(r.end_date, 'DD/MM/YYYY'), ${shownState(now)})),
  search_instant(r.created_at), search_instant(r.expires_at))`

/** Lists the requests in the caller's scope. */
export function listAccessRequests(
  db: Db,
  who: Principal,
  list: QueryOf<typeof accessRequests.accessRequestList>,
  now: Date,
) {
  const order = (column: string) => sql`lower(${sql.ref(column)}) collate natural_order`
  return findPage({
    list,
    from: db
      .selectFrom('access_requests as r')
      .innerJoin('users', 'users.id', 'r.requester_id')
      .innerJoin('companies as c', 'c.id', 'r.company_id')
      .innerJoin('modules as m', 'm.id', 'r.module_id'),
    rows: selectInScope(db, who, now),
    conditions: [
      accessRequestInScope(scopeOf(who)),
      ...filtered(list, {
        state: (state) => sql`${stateAt(now)} = ${state}`,
        company_id: (id) => sql`r.company_id = ${id}`,
        module_id: (id) => sql`r.module_id = ${id}`,
        awaits_me: (wanted) => sql`${awaitsCaller(who, now)} = ${wanted === 1}`,
      }),
    ],
    searched: {
      name: sql`search_fold(users.name)`,
      shows: (pattern) => sql`${searchLine(now)} like ${pattern}`,
    },
    sorts: {
      created_at: sql`r.created_at`,
      expires_at: sql`r.expires_at`,
      name: order('users.name'),
      company: order('c.name'),
      module: order('m.name'),
      // Pending requests first, then in the order of the contract.
      state: sql`array_position(${[...accessRequestState.options]}::text[], ${stateAt(now)})`,
    },
    id: sql.ref('r.id'),
  })
}

/** Serialises new requests of a user, so that concurrent calls cannot exceed the maximum. */
export async function lockRequester(db: Db, userId: number): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Marks the user's request for the same access if its term has ended, so that it can be made again. The others are left
 * to the job, which also mails about them.
 */
export async function expireSameRequest(
  db: Db,
  userId: number,
  { company_id, module_id, spid, function_id, action_id }: RequestedAccess,
  now: Date,
): Promise<void> {
  await db
    .updateTable('access_requests')
    .set({ state: 'expired' })
    .where('requester_id', '=', userId)
    .where('company_id', '=', company_id)
    .where('module_id', '=', module_id)
    .where('spid', 'is not distinct from', spid)
    .where('function_id', 'is not distinct from', function_id)
    .where('action_id', 'is not distinct from', action_id)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute()
}

/** Returns the numbers of pending requests of a user, and of those that the user made within 24 hours. */
export function countRequestsOf(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('access_requests')
    .select([
      sql<number>`count(*) filter (where state = 'pending' and expires_at > ${now})::integer`.as(
        'pending',
      ),
      sql<number>`count(*) filter (where created_at > ${after(now, -days(1))})::integer`.as(
        'recent',
      ),
    ])
    .where('requester_id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Inserts a request. A constraint refuses a second pending one for the same access. */
export function insertAccessRequest(
  db: Db,
  requesterId: number,
  requested: RequestedAccess & { reason: string; end_date: string | null },
  now: Date,
) {
  return db
    .insertInto('access_requests')
    .values({
      ...requested,
      requester_id: requesterId,
      created_at: now,
      expires_at: after(now, days(accessRequestDays)),
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
}
