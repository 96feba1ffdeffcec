import { type RawBuilder, sql } from 'kysely'
import { homeChangesMax } from '../../contract/home.ts'
import { type ChangedKind, changedOperations } from '../../contract/home-changes.ts'
import type { Db } from '../database/database.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { recordName } from '../trail/record-names.ts'

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
      jsonb_build_object('kind', told.kind, 'id', told.id, 'name', found.name, 'owner_id', ${owner}) as record
    from told cross join lateral (select ${recordName(scope, sql`told.kind`, sql`told.id`)} as name) as found
    where found.name is not null
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

/** What the screen of a record needs beside its id: the service of a module, the function of an action. */
const owner = sql`case told.kind
  when 'module' then (select service_id from modules where modules.id = told.id)
  when 'action' then (select function_id from actions where actions.id = told.id) end`
