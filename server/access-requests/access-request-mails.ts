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
import { companyCanDecide, giversOf, isPending } from '../scope/access-request-scope.ts'
import { findAdministrators } from '../scope/administrators.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { after, type Clock, days, minutes } from '../shared/clock.ts'

/** Minimum time between two mails about waiting requests to one approver. */
const mailInterval = minutes(10)
/** Maximum number of requests that one run tells of, or expires. The next run continues. */
const maxPerRun = 200

interface Parts {
  db: Db
  keyring: Keyring
  clock: Clock
}

/**
 * Marks requests as expired and tells their requesters, then tells approvers of requests that are new or wait for two
 * days (decision 101). May run at any time and in several processes: only one of them works at a time, and the
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
      ...waitingMessages(await markWaiting(within, now)),
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

interface Waiting extends WaitingRequest {
  id: number
  requester_id: number
  /** Users of the company who can decide; null if only administrators can. */
  givers: Approver[] | null
}

/** A waiting request with everyone who is told of it. */
type Told = Waiting & { approvers: Approver[] }

/**
 * Marks the requests of which approvers are to be told now, and returns them. A request waits while one of its approvers
 * had a mail within the interval, so that an approver gets one mail for all requests that were made meanwhile.
 */
async function markWaiting(db: Db, now: Date): Promise<Told[]> {
  const remindable = after(now, -days(accessRequestReminderDays))
  const due = await selectWaiting(
    db,
    now,
    sql`${isPending(now)} and (r.told_at is null or r.reminded_at is null and r.created_at <= ${remindable})`,
  )
  if (due.length === 0) return []
  const recent = await selectWaiting(
    db,
    now,
    sql`r.told_at is not null and greatest(r.told_at, r.reminded_at) > ${after(now, -mailInterval)}`,
  )
  const administrators = await findAdministrators(db)
  const withApprovers = (request: Waiting): Told => ({
    ...request,
    approvers: (request.givers ?? administrators).filter(({ id }) => id !== request.requester_id),
  })
  const told = new Set(recent.flatMap((each) => withApprovers(each).approvers.map(({ id }) => id)))
  const ready = due
    .map(withApprovers)
    .filter(({ approvers }) => approvers.every(({ id }) => !told.has(id)))
  await sql`
    update access_requests set reminded_at = case when told_at is not null or created_at <= ${remindable} then ${now}::timestamptz end,
      told_at = coalesce(told_at, ${now})
    where id = any (${ready.map(({ id }) => id)}::integer[])`.execute(db)
  return ready
}

async function selectWaiting(
  db: Db,
  now: Date,
  condition: ReturnType<typeof sql>,
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select r.id, r.requester_id, r.spid, u.name as person, c.name as company, m.name as module, r.told_at is not null as reminder,
      case when ${companyCanDecide(now)} then (
        select json_agg(json_build_object('id', a.id, 'name', a.name, 'email', a.email) order by a.id) from users a
        where a.id in (select giver.user_id from (${giversOf(now)}) giver)) end as givers
    from access_requests r join users u on u.id = r.requester_id
    join companies c on c.id = r.company_id join modules m on m.id = r.module_id
    where ${condition} order by r.id limit ${sql.lit(maxPerRun)}`.execute(db)
  return rows
}

/** Returns one mail per approver. */
function waitingMessages(told: readonly Told[]) {
  const byApprover = Map.groupBy(
    told.flatMap((request) => request.approvers.map((to) => ({ to, request }))),
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
