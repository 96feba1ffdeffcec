import { hash } from 'node:crypto'
import {
  type accessRequests,
  reasonOfAssignment,
  requestedEndSentence,
} from '../../contract/access-requests.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import { type GivenUserProfile, userProfiles } from '../../contract/user-profiles.ts'
import { canonicalJson } from '../audit/canonical-json.ts'
import type { Db } from '../database/database.ts'
import { accessApprovedNotice, accessRefusedNotice } from '../outbox/access-request-notices.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import { CompositeWrite } from '../pipeline/composite-write.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { type BulkWrite, requireFound, type Write } from '../pipeline/record.ts'
import { renamingFields } from '../pipeline/renaming-fields.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import { changeUserProfiles, lockChange } from '../user-profiles/user-profile-service.ts'
import {
  type Approval,
  closeRequest,
  fitsRequest,
  type LockedRequest,
  lockRequestInScope,
  storeApproval,
} from './decision-queries.ts'
import { opensNow } from './requested-access.ts'

interface Parts {
  keyring: Keyring
  clock: Clock
}

type ApprovalBody = BodyOf<typeof accessRequests.accessRequestApprove>

/**
 * Approves a request exactly as the body describes it, and assigns the profile in the same transaction (rulings §11). The
 * lock of the request lets only one decision take effect. Seats and rights are checked by the assignment itself.
 */
export async function approveAccessRequest(
  { db, who, audit }: BulkWrite,
  id: number,
  body: ApprovalBody,
  parts: Parts,
) {
  const now = parts.clock.now()
  const request = await lockDecidable(db, who, id, { version: body.version, now })
  const { requester_id, company_id } = request
  if (body.requester_id !== requester_id || body.company_id !== company_id)
    throw new Problem('changed-meanwhile')
  const approval = approvalOf(request, body)
  if (request.requester.suspended) throw new Problem('requester-not-active')
  if (!(await fitsRequest(db, id, body.profile_id))) throw new Problem('profile-not-found')
  // Under the locks of the assignment, so that the same access is not given twice at once.
  const given = rowsToGive(request, approval)
  await lockChange({ db, who }, { given })
  if (await opensNow(db, requester_id, request, now)) throw new Problem('access-not-missing')
  const composite = new CompositeWrite({ db, who, audit })
  const part = composite.part(userProfiles.userProfileAdd.audit.event)
  await assign(part, given, parts)
  const change = { requester_id, company_id, ...approval, exceptions: [] }
  const change_hash = hash('sha256', canonicalJson(change))
  await storeApproval(db, id, approval, { by: who.userId, now, change_hash })
  audit({
    target: `access-request:${id}`,
    before: { state: request.state },
    after: { state: 'approved', ...change, change_hash },
    parts: composite.all,
  })
  await enqueueBulk(db, parts.keyring, { messages: [accessApprovedNotice(request, approval)] })
  return { change_hash }
}

/** Refuses a request with a sentence. The sentence is neither in the subject of the mail nor in the audit log. */
export async function refuseAccessRequest(
  { db, who, audit }: Write,
  id: number,
  { version, answer }: BodyOf<typeof accessRequests.accessRequestRefuse>,
  { keyring, clock }: Parts,
) {
  const now = clock.now()
  const request = await lockDecidable(db, who, id, { version, now })
  await closeRequest(db, id, {
    state: 'refused',
    decided_at: now,
    decided_by: who.userId,
    answer,
  })
  const target = `access-request:${id}`
  audit({ target, before: { state: request.state }, after: { state: 'refused' } })
  if (request.requester.active && !request.requester.suspended)
    await enqueueBulk(db, keyring, { messages: [accessRefusedNotice(request, answer)] })
  return {}
}

/** Locks a pending request in scope. Throws if it is the caller's own: no role and no delegation decides that. */
async function lockDecidable(
  db: Db,
  who: Principal,
  id: number,
  { version, now }: { version: number; now: Date },
): Promise<LockedRequest> {
  const found = await lockRequestInScope(db, who, id, now)
  const request = requireFound(found, 'access-request-not-found')
  if (request.requester_id === who.userId) throw new Problem('access-request-own')
  if (request.state !== 'pending') throw new Problem('access-request-closed')
  if (request.version !== version) throw new Problem('changed-meanwhile')
  return request
}

/** Returns what is approved. Throws if it is more than what was requested. */
function approvalOf(
  request: LockedRequest,
  { profile_id, spids, ...days }: ApprovalBody,
): Approval {
  const [begin_date, end_date] = [days.begin_date ?? null, days.end_date ?? null]
  const fields: Record<string, string> = {}
  const last = request.end_date
  if (last !== null && (end_date === null || end_date > last))
    fields['end_date'] = requestedEndSentence(last)
  if (request.spid !== null && (spids.length !== 1 || spids[0] !== request.spid))
    fields['spids'] = `O pedido é para o SPID ${request.spid}.`
  else if (spids.length > 0 && !request.is_enable_spid)
    fields['spids'] = 'Este módulo não usa SPID.'
  if (Object.keys(fields).length > 0) throw new Problem('invalid-input', { fields })
  return { profile_id, spids: [...new Set(spids)].toSorted(), begin_date, end_date }
}

/** Returns the assignments that an approval gives: one for each SPID, or one for all of them. */
function rowsToGive(
  { requester_id, company_id, reason }: LockedRequest,
  { profile_id, spids, begin_date, end_date }: Approval,
): GivenUserProfile[] {
  const row = {
    user_id: requester_id,
    profile_id,
    company_id,
    reason: reasonOfAssignment(reason),
    ...(begin_date !== null && { begin_date }),
    ...(end_date !== null && { end_date }),
  }
  return (spids.length > 0 ? spids : [null]).map((spid) => ({ ...row, spid }))
}

/** Problems of `changeUserProfiles` that mean the requester was deleted, blocked or unlinked after the check above. */
const requesterGone: readonly ProblemCode[] = [
  'user-not-found',
  'user-not-active',
  'company-not-found',
]

async function assign(
  part: BulkWrite,
  given: readonly GivenUserProfile[],
  parts: Parts,
): Promise<void> {
  try {
    await renamingFields(fieldNames(given.length), () => changeUserProfiles(part, { given }, parts))
  } catch (error) {
    if (error instanceof Problem && requesterGone.includes(error.code))
      throw new Problem('requester-not-active')
    throw error
  }
}

/** Names of the fields of `userProfileAdd`, such as `3.end_date`, in the body of the approval. */
const fieldNames = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, place): [string, string][] => [
      [`${place}`, 'profile_id'],
      [`${place}.begin_date`, 'begin_date'],
      [`${place}.end_date`, 'end_date'],
    ]).flat(),
  )
