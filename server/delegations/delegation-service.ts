import { masterProfileId } from '../../contract/constants.ts'
import { dayOf } from '../../contract/days.ts'
import { delegations, delegationDateErrors } from '../../contract/delegations.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Write } from '../pipeline/record.ts'
import { findVisible } from '../companies/company-queries.ts'
import { readCompany } from '../companies/company-service.ts'
import { findTemporaryMasters } from '../companies/temporary-master-queries.ts'
import type { Db } from '../database/database.ts'
import { isOnlyDelegated } from '../scope/granting-scope.ts'
import { conflictSentence, readDuties } from '../separation-rules/duty-check.ts'
import { companyOf, scopeOf } from '../scope/scope.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { readService } from '../catalogue/service-service.ts'
import type { Clock } from '../shared/clock.ts'
import { refusalToLend } from './delegation-policy.ts'
import {
  closeDelegations,
  findConflicts,
  findDelegable,
  findMasters,
  insertDelegation,
  lockParticipants,
  lockDelegationsOf,
  lockLenderProfiles,
} from './delegation-queries.ts'
import { enqueueDelegationMails } from './delegation-mails.ts'

type Made = BodyOf<typeof delegations.delegationCreate>

/** Dependencies of creating and removing delegations. */
export interface DelegationParts {
  clock: Clock
  keyring: Keyring
  config: { delegationLimit: number }
}

/**
 * Returns the profiles that the caller may delegate in a company, the company's limit of delegations, and other users
 * who can delegate.
 */
export async function readDelegable(db: Db, who: Principal, companyId: number, limit: number) {
  await readCompany(db, who, companyId)
  const lent = isOnlyDelegated(who, delegations.delegationCreate)
  return {
    profiles: lent ? [] : await findDelegable(db, who.userId, companyId),
    limit,
    masters: await findMasters(db, scopeOf(who), { companyId, except: who.userId }),
  }
}

/** Returns the users in the caller's company with a running delegation of a service's profiles. */
export async function readRunningOf(db: Db, who: Principal, service: number, now: Date) {
  await readService(db, who, service)
  const conditions = { companyId: companyOf(who), now, runningOf: service }
  return { temporary_masters: await findTemporaryMasters(db, scopeOf(who), conditions) }
}

/**
 * Delegates master profiles of a company for a period. Only one call at a time creates delegations of a company, so
 * that the limit is counted correctly.
 */
export async function createDelegation(
  { db, who, audit }: Write,
  { user_id: userId, company_id: companyId, begin_date: begin, end_date: end, profiles }: Made,
  { clock, keyring, config }: DelegationParts,
) {
  const now = clock.now()
  const fields = delegationDateErrors({ begin_date: begin, end_date: end }, dayOf(now))
  if (Object.keys(fields).length > 0) throw new Problem('invalid-input', { fields })
  const [company] = await findVisible(db, scopeOf(who), [companyId])
  if (company === undefined) throw new Problem('company-not-found')
  await lockDelegationsOf(db, companyId)
  const lent = { userId, companyId, begin, end, profiles }
  await requireLendable({ db, who }, lent)
  const { overlapping, open } = await findConflicts(db, lent, now)
  if (overlapping) throw new Problem('delegation-duplicate')
  if (open >= config.delegationLimit) throw new Problem('delegation-exceeded')
  await refuseConflicts({ db, who }, lent)
  const made = await insertDelegation(db, lent, who.userId, now)
  audit({
    target: `user:${userId}`,
    after: { ...auditDetailsOf(made), company_id: companyId, profiles },
  })
  await enqueueDelegationMails(db, keyring, { now, ids: [made.id] })
  return { id: made.id }
}

/** Like `createDelegation`, but only for the fixed profile of master users. */
export function createDelegationOfMaster(
  write: Write,
  { accredit_id, ...lent }: BodyOf<typeof delegations.delegationCreateOfMaster>,
  parts: DelegationParts,
) {
  const profiles = [masterProfileId]
  return createDelegation(write, { ...lent, company_id: accredit_id, profiles }, parts)
}

/** Throws unless the borrower and the profiles are valid. Locks both until the transaction ends. */
async function requireLendable(
  { db, who }: Pick<Write, 'db' | 'who'>,
  lent: { userId: number; companyId: number; profiles: number[] },
): Promise<void> {
  const people = await lockParticipants(db, scopeOf(who), { ...lent, lender: who.userId })
  const refusal = refusalToLend(who, lent.userId, people)
  if (refusal) throw new Problem(refusal)
  await lockLenderProfiles(db, { ...lent, userId: who.userId })
  const delegable = new Set(
    (await findDelegable(db, who.userId, lent.companyId)).map(({ id }) => id),
  )
  if (lent.profiles.some((id) => !delegable.has(id))) throw new Problem('profile-not-found')
}

/** Throws if a rule forbids one of the profiles together with what the borrower has. */
async function refuseConflicts(
  { db, who }: Pick<Write, 'db' | 'who'>,
  lent: { userId: number; companyId: number; profiles: readonly number[]; end: string | null },
): Promise<void> {
  const { userId, companyId, profiles, end } = lent
  const given = profiles.map((profile_id) => ({
    user_id: userId,
    company_id: companyId,
    profile_id,
  }))
  const duties = await readDuties(db, scopeOf(who), given)
  for (const each of given) {
    const conflict = duties.give({ ...each, person: userId, last_day: end })
    if (conflict)
      throw new Problem('duties-conflict', { fields: { user_id: conflictSentence(conflict) } })
  }
}

/** Removes a user's delegations. The borrower's sessions with these rights end with the commit. */
export async function removeDelegations(
  { db, who, audit }: Write,
  { email, id }: BodyOf<typeof delegations.delegationRemove>,
  { clock, keyring }: DelegationParts,
) {
  const now = clock.now()
  const removal = { email, id, companyId: companyOf(who), by: who.userId, now }
  const closed = await closeDelegations(db, scopeOf(who), removal)
  const [first] = closed
  if (!first) throw new Problem('delegation-not-found')
  audit({
    target: `user:${first.user_id}`,
    before: {
      delegations: closed
        .toSorted((one, other) => one.id - other.id)
        .map((each) => ({ ...auditDetailsOf(each), company_id: each.company_id })),
    },
  })
  await enqueueDelegationMails(db, keyring, { now, ids: closed.map((each) => each.id) })
  return {}
}

/** Returns the audit details of a delegation. */
function auditDetailsOf({
  id,
  begin_at,
  end_at,
}: {
  id: number
  begin_at: Date
  end_at: Date | null
}) {
  return {
    delegation_id: id,
    begin_date: begin_at.toISOString(),
    end_date: end_at?.toISOString() ?? null,
  }
}
