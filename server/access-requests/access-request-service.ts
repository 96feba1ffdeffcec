import {
  type accessRequests,
  dailyAccessRequestsMax,
  pendingAccessRequestsMax,
} from '../../contract/access-requests.ts'
import { periodErrors } from '../../contract/assignment-periods.ts'
import { dayOf } from '../../contract/days.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireFound, type Write } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import {
  countRequestsOf,
  expireSameRequest,
  insertAccessRequest,
  lockRequester,
} from './access-request-queries.ts'
import { closeRequest, lockOwnRequest } from './decision-queries.ts'
import { findRequestedAccess, opensNow } from './requested-access.ts'

/** Creates a request of the caller. Requests of one user are created one at a time. */
export async function createAccessRequest(
  { db, who, audit }: Write,
  { reason, end_date: last, ...wanted }: BodyOf<typeof accessRequests.accessRequestCreate>,
  now: Date,
) {
  const { userId } = who
  const end_date = last ?? null
  await lockRequester(db, userId)
  const { days_max, ...requested } = await findRequestedAccess(db, userId, wanted)
  // Without an end, the approver chooses one within the maximum term.
  const daysMax = end_date === null ? null : days_max
  const fields = periodErrors({ end_date }, { today: dayOf(now), daysMax })
  if (Object.keys(fields).length > 0) throw new Problem('invalid-input', { fields })
  if (await opensNow(db, userId, requested, now)) throw new Problem('access-not-missing')
  await expireSameRequest(db, userId, requested, now)
  await requireWithinLimits(db, userId, now)
  const made = await insertAccessRequest(db, userId, { ...requested, reason, end_date }, now)
  // The reason is stored only in the request. An approval copies it to the assignment and its event (decision 101).
  audit({
    target: `access-request:${made.id}`,
    companyId: requested.company_id,
    after: { ...requested, end_date },
  })
  return made
}

async function requireWithinLimits(db: Db, userId: number, now: Date): Promise<void> {
  const { pending, recent } = await countRequestsOf(db, userId, now)
  if (pending >= pendingAccessRequestsMax || recent >= dailyAccessRequestsMax)
    throw new Problem('too-many-access-requests')
}

/** Withdraws a pending request of the caller. */
export async function withdrawAccessRequest({ db, who, audit }: Write, id: number, now: Date) {
  const request = requireFound(
    await lockOwnRequest(db, who.userId, id, now),
    'access-request-not-found',
  )
  if (request.state !== 'pending') throw new Problem('access-request-closed')
  await closeRequest(db, id, { state: 'withdrawn', decided_at: now })
  audit({
    target: `access-request:${id}`,
    companyId: request.company_id,
    before: { state: request.state },
    after: { state: 'withdrawn' },
  })
  return {}
}
