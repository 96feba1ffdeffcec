import { sql } from 'kysely'
import { dayOf, startOfDay } from '../../contract/days.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import {
  type companySignInPolicies,
  policyDateError,
  type SignInPolicy,
} from '../../contract/sign-in-policies.ts'
import type { Db } from '../database/database.ts'
import { hasPasskey, hasTotp } from '../factors/has-factor.ts'
import { recordTable } from '../database/record-table.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { replaceRecord, requireFound, type Write } from '../pipeline/record.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { scopeOf } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { companyId } from './company-queries.ts'
import { companyRecord } from './company-service.ts'

/** The policy of a company as a record: it shares the version of the company. */
const policyRecord = {
  ...companyRecord,
  table: recordTable('companies', ['sign_in_policy', 'sign_in_policy_begins_at']),
  read: readSignInPolicy,
}

/** Returns the policy of a company in scope, and how many of its people are ready for it. */
export async function readSignInPolicy(db: Db, who: Principal, id: number) {
  const scope = scopeOf(who)
  const row = await db
    .selectFrom('companies')
    .select([
      sql<SignInPolicy>`sign_in_policy`.as('sign_in_policy'),
      'sign_in_policy_begins_at',
      'version',
    ])
    .where('id', '=', id)
    .where(companyInScope(scope, companyId))
    .executeTakeFirst()
  const { sign_in_policy, sign_in_policy_begins_at, version } = requireFound(
    row,
    'company-not-found',
  )
  const counts = await db
    .selectFrom('users')
    .innerJoin('user_companies', 'user_companies.user_id', 'users.id')
    .select([
      sql<number>`count(*)::integer`.as('people'),
      sql<number>`(count(*) filter (where users.federated))::integer`.as('federated'),
      sql<number>`(count(*) filter (where ${hasPasskey}))::integer`.as('with_passkey'),
      sql<number>`(count(*) filter (where ${hasPasskey} or ${hasTotp}))::integer`.as(
        'with_second_factor',
      ),
    ])
    .where('user_companies.company_id', '=', id)
    .where('users.active', '=', true)
    .where(userInScope(scope))
    .executeTakeFirstOrThrow()
  return { policy: sign_in_policy, begin_date: sign_in_policy_begins_at, version, ...counts }
}

/** Replaces the policy of a company. It may begin today or later; an unchanged begin date may be past. */
export function replaceSignInPolicy(
  write: Write,
  id: number,
  {
    policy,
    begin_date: day = null,
    version,
  }: BodyOf<typeof companySignInPolicies.companySignInPolicyUpdate>,
  now: Date,
) {
  const begin = policy === 'none' || day === null ? null : (startOfDay(day) ?? null)
  return replaceRecord(write, policyRecord, {
    id,
    version,
    values: { sign_in_policy: policy, sign_in_policy_begins_at: begin },
    check(before) {
      const unchanged =
        before.sign_in_policy === policy &&
        before.sign_in_policy_begins_at?.getTime() === begin?.getTime()
      if (policy === 'none' || unchanged) return
      const error = policyDateError(begin && day, dayOf(now))
      if (error !== undefined) throw new Problem('invalid-input', { fields: { begin_date: error } })
    },
  })
}
