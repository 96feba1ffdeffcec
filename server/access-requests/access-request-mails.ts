import { sql } from 'kysely'
import { accessRequestReminderDays } from '../../contract/access-requests.ts'
import { lockKeys } from '../../database/lock-keys.ts'
import type { Db } from '../database/database.ts'
import {
  accessRequestsExpiredNotice,
  type WaitingRequest,
  waitingRequestsNotice,
} from '../outbox/access-request-notices.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import type { Recipient } from '../outbox/security-notices.ts'
import {
  approversOf,
  companyCanDecide,
  isApprovable,
  isPending,
} from '../scope/access-request-scope.ts'
import { findAdministrators } from '../scope/administrators.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { after, type Clock, days, minutes } from '../shared/clock.ts'

/**
 * Minimum time between two mails about waiting requests to one approver, and maximum time for which a request waits
 * because of it.
 */
const mailInterval = minutes(10)
/** Maximum number of requests per run, for expiry and for notification each. */
const maxPerRun = 200

interface Parts {
  db: Db
  keyring: Keyring
  clock: Clock
}

/**
 * Marks requests as expired and mails their requesters, then mails approvers about requests that are new or wait for
 * two days (decision 101). May run at any time and in several processes: only one of them works at a time, and the
 * transaction that enqueues a mail also marks its requests. No right depends on these mails.
 */
export async function enqueueAccessRequestMails({ db, keyring, clock }: Parts): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (within) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(lockKeys.accessRequestMails)}) as free`.execute(
      within,
    )
    if (!rows[0]?.free) return
    const messages = [
      ...expiredMessages(await expireDue(within, now)),
      ...waitingMessages(await markNotified(within, now)),
    ]
    await enqueueBulk(within, keyring, { messages })
  })
}

type Place = Pick<WaitingRequest, 'company' | 'module' | 'spid'>

interface Expired extends Place {
  to: Recipient & { id: number; reachable: boolean }
}

async function expireDue(db: Db, now: Date): Promise<Expired[]> {
  const { rows } = await sql<Expired>`
    with due as (
      select id from access_requests where state = 'pending' and expires_at <= ${now}
      order by id limit ${sql.lit(maxPerRun)} for no key update skip locked),
    expired as (update access_requests r set state = 'expired' from due where r.id = due.id returning r.*)
    select c.name as company, m.name as module, r.spid, json_build_object('id', u.id, 'name', u.name, 'email', u.email,
      'reachable', u.active and not u.suspended) as to
    from expired r join users u on u.id = r.requester_id join companies c on c.id = r.company_id
    join modules m on m.id = r.module_id order by r.id`.execute(db)
  return rows
}

const expiredMessages = (expired: readonly Expired[]) => {
  const reachable = expired.filter(({ to }) => to.reachable)
  return [...Map.groupBy(reachable, ({ to }) => to.id).values()].flatMap((of) =>
    of[0] ? [accessRequestsExpiredNotice(of[0].to, of)] : [],
  )
}

type Approver = Recipient & { id: number }

/** The users of a company who can approve a request; null if only administrators can. */
type CompanyApprovers<T> = T[] | null

interface Waiting extends WaitingRequest {
  id: number
  requester_id: number
  company_approvers: CompanyApprovers<Approver>
  /** Whether it has waited for its mail for the whole interval. */
  overdue: boolean
}

/** A waiting request with all its approvers, who get a mail about it. */
type Notified = Waiting & { approvers: Approver[] }

/**
 * Marks the requests about which approvers get a mail now, and returns them. A request waits for at most one interval
 * while one of its approvers had a mail within the interval, so that an approver gets one mail for all requests that were
 * made meanwhile.
 */
async function markNotified(db: Db, now: Date): Promise<Notified[]> {
  const waiting = await findWaiting(db, now)
  if (waiting.length === 0) return []
  const administrators = await findAdministrators(db)
  const recent = await findRecentApprovers(db, now, administrators)
  const ready = waiting
    .map((request): Notified => {
      const approvers = request.company_approvers ?? administrators
      return { ...request, approvers: approvers.filter(({ id }) => id !== request.requester_id) }
    })
    .filter(({ approvers }) => approvers.length > 0)
    .filter(({ approvers, overdue }) => overdue || approvers.every(({ id }) => !recent.has(id)))
  const marked = await mark(db, now, ready)
  return ready.filter(({ id }) => marked.has(id))
}

/** Time until which a request must have been made for a reminder. */
const remindableUntil = (now: Date): Date => after(now, -days(accessRequestReminderDays))

/** Marks those of the requests that are still pending, and returns their ids. Those that are locked wait for the next run. */
async function mark(
  db: Db,
  now: Date,
  requests: readonly { id: number }[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    with ready as (
      select id from access_requests where id = any (${requests.map(({ id }) => id)}::integer[]) and state = 'pending'
      order by id for no key update skip locked)
    update access_requests r set told_at = coalesce(told_at, ${now}),
      reminded_at = case when told_at is not null or created_at <= ${remindableUntil(now)} then ${now}::timestamptz end
    from ready where r.id = ready.id returning r.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Finds the requests about which a mail or a reminder is due. */
async function findWaiting(db: Db, now: Date): Promise<Waiting[]> {
  const remindable = remindableUntil(now)
  const { rows } = await sql<Waiting>`
    select r.id, r.requester_id, r.spid, u.name as person, c.name as company, m.name as module, r.told_at is not null as reminder,
      r.created_at <= case when r.told_at is null then ${after(now, -mailInterval)}::timestamptz
        else ${after(remindable, -mailInterval)}::timestamptz end as overdue,
      case when ${companyCanDecide(now)} then (
        select json_agg(json_build_object('id', a.id, 'name', a.name, 'email', a.email) order by a.id) from users a
        where a.id in (select approver.user_id from (${approversOf(now)}) approver)) end as company_approvers
    from access_requests r join users u on u.id = r.requester_id
    join companies c on c.id = r.company_id join modules m on m.id = r.module_id
    where ${isPending(now)} and ${isApprovable}
      and (r.told_at is null or r.reminded_at is null and r.created_at <= ${remindable})
    order by r.id limit ${sql.lit(maxPerRun)}`.execute(db)
  return rows
}

/** Returns the ids of the users who got a mail about waiting requests within the interval. */
async function findRecentApprovers(
  db: Db,
  now: Date,
  administrators: readonly Approver[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ requester_id: number; company_approvers: CompanyApprovers<number> }>`
    select r.requester_id, case when ${companyCanDecide(now)} then array(
      select approver.user_id from (${approversOf(now)}) approver) end as company_approvers
    from access_requests r
    where r.told_at is not null and greatest(r.told_at, r.reminded_at) > ${after(now, -mailInterval)}`.execute(
    db,
  )
  const ids = administrators.map(({ id }) => id)
  return new Set(
    rows.flatMap(({ requester_id, company_approvers }) =>
      (company_approvers ?? ids).filter((id) => id !== requester_id),
    ),
  )
}

/** Returns one mail per approver. */
function waitingMessages(notified: readonly Notified[]) {
  const byApprover = Map.groupBy(
    notified.flatMap((request) => request.approvers.map((to) => ({ to, request }))),
    ({ to }) => to.id,
  )
  return [...byApprover.values()].flatMap((of) =>
    of[0]
      ? [
          waitingRequestsNotice(
            of[0].to,
            of.map(({ request }) => request),
          ),
        ]
      : [],
  )
}
