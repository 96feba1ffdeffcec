import { type RawBuilder, sql } from 'kysely'
import { homeChangesMax } from '../../contract/home.ts'
import { type ChangedKind, changedOperations } from '../../contract/home-changes.ts'
import type { Db } from '../database/database.ts'
import {
  actionInScope,
  functionInScope,
  moduleInScope,
  serviceInScope,
} from '../scope/catalogue-scope.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { planInScope } from '../scope/plan-scope.ts'
import { profileInScope } from '../scope/profile-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'

/** Of a company, or of one operation, so many of the last events are looked at. */
const lastOfCompany = 500
const lastOfOperation = 20

interface Change {
  operation: string
  happened_at: Date
  by: string | null
  record: { kind: ChangedKind; id: number; name: string; owner_id: number | null }
}

interface Asked {
  userId: number
  kinds: readonly ChangedKind[]
  now: Date
}

/**
 * The last changes of today (in São Paulo) by others, of records that are in scope and of these kinds. Refused writes
 * leave events too, which changed nothing.
 */
export async function findChanges(
  db: Db,
  scope: Scope,
  { userId, kinds, now }: Asked,
): Promise<Change[]> {
  if (kinds.length === 0) return []
  const today = sql`((${now}::timestamptz at time zone 'America/Sao_Paulo')::date::timestamp at time zone 'America/Sao_Paulo')`
  const { rows } = await sql<Change>`
    with latest as (${latestEvents(scope, today)}),
    told as (
      select latest.*, split_part(target, ':', 1) as kind, split_part(target, ':', 2)::integer as id
      from latest
      where latest.user_id <> ${userId} and target ~ '^[a-z]+:[0-9]{1,9}$'
        and split_part(target, ':', 1) = any (${[...kinds]}::text[])
        and not exists (select from audit_values v
          where v.seq = latest.seq and v.name = 'after' and v.value::jsonb ? 'refused'))
    select told.operation, told.happened_at,
      (select users.name from users where users.id = told.user_id and ${userInScope(scope)}) as by,
      jsonb_build_object('kind', told.kind, 'id', told.id) || found.record as record
    from told cross join lateral (select ${recordOf(scope, kinds)} as record) as found
    where found.record is not null
    order by told.happened_at desc, told.seq desc
    limit ${homeChangesMax}`.execute(db)
  return rows
}

/** On the index of the company, or of the operation: many sign-ins don't hide what few changed. */
function latestEvents(scope: Scope, since: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = sql`e.seq, e.happened_at, e.operation, e.user_id, e.target`
  const whole = sql`e.part_of is null and e.happened_at >= ${since}`
  if (scope === 'everything')
    return sql`
      select each.* from unnest(${changedOperations}::text[]) as wanted(operation) cross join lateral (
        select ${columns} from audit_entries e where e.operation = wanted.operation and ${whole}
        order by e.happened_at desc, e.seq desc limit ${sql.lit(lastOfOperation)}
      ) as each`
  return sql`
    select * from (
      select ${columns} from audit_entries e where e.company_id = ${scope.companyId} and ${whole}
      order by e.happened_at desc, e.seq desc limit ${sql.lit(lastOfCompany)}
    ) as each where operation = any (${changedOperations}::text[])`
}

/** The name of the record, for whoever sees it, and what its screen needs beside its id. */
function recordOf(scope: Scope, kinds: readonly ChangedKind[]): RawBuilder<unknown> {
  const id = sql.ref('told.id')
  const found: Record<ChangedKind, RawBuilder<unknown>> = {
    user: named(sql`users where users.id = ${id} and ${userInScope(scope)}`),
    profile: named(sql`profiles where profiles.id = ${id} and ${profileInScope(scope)}`),
    company: named(sql`companies where companies.id = ${id} and ${companyInScope(scope, id)}`),
    plan: named(sql`plans where plans.id = ${id} and ${planInScope(scope, id)}`),
    service: named(sql`services where services.id = ${id} and ${serviceInScope(scope, id)}`),
    module: named(
      sql`modules where modules.id = ${id} and ${moduleInScope(scope, id)}`,
      sql`service_id`,
    ),
    function: named(sql`functions where functions.id = ${id} and ${functionInScope(scope)}`),
    action: named(
      sql`actions where actions.id = ${id} and ${actionInScope(scope)}`,
      sql`function_id`,
    ),
  }
  const cases = kinds.map((kind) => sql`when ${sql.lit(kind)} then (${found[kind]})`)
  return sql`case told.kind ${sql.join(cases, sql` `)} end`
}

const named = (source: RawBuilder<unknown>, owner: RawBuilder<unknown> = sql`null`) =>
  sql`select jsonb_build_object('name', name, 'owner_id', ${owner}) from ${source}`
