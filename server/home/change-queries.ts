import { type RawBuilder, sql } from 'kysely'
import { homeChangesMax } from '../../contract/home.ts'
import type { ScreenKind } from '../../contract/record-kinds.ts'
import type { Db } from '../database/database.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { recordName } from '../audit-list/record-names.ts'
import { changedOperations } from './changed-operations.ts'

/** Maximum number of recent events that are read of a company. */
const maxOfCompany = 500
/** Maximum number of recent events that are read of one operation. */
const maxOfOperation = 20

interface Change {
  operation: string
  happened_at: Date
  by: string | null
  record: { kind: ScreenKind; id: number; name: string; owner_id: number | null }
}

interface ChangeFilter {
  userId: number
  kinds: readonly ScreenKind[]
  now: Date
}

/**
 * Returns the last changes of today (São Paulo time) by other users to records in scope of these kinds. Refused writes
 * are excluded, because they changed nothing.
 */
export async function findChanges(
  db: Db,
  scope: Scope,
  { userId, kinds, now }: ChangeFilter,
): Promise<Change[]> {
  if (kinds.length === 0) return []
  const today = sql`((${now}::timestamptz at time zone 'America/Sao_Paulo')::date::timestamp at time zone 'America/Sao_Paulo')`
  const { rows } = await sql<Change>`
    with latest as (${latestEvents(scope, today)}),
    recent as (
      select latest.*, split_part(target, ':', 1) as kind, split_part(target, ':', 2)::integer as id
      from latest
      where latest.user_id <> ${userId} and target ~ '^[a-z-]+:[0-9]{1,9}$'
        and split_part(target, ':', 1) = any (${[...kinds]}::text[])
        and not exists (select from audit_values v
          where v.seq = latest.seq and v.name = 'after' and v.value::jsonb ? 'refused'))
    select recent.operation, recent.happened_at,
      (select users.name from users where users.id = recent.user_id and ${userInScope(scope)}) as by,
      jsonb_build_object('kind', recent.kind, 'id', recent.id, 'name', found.name, 'owner_id', ${owner}) as record
    from recent cross join lateral (select ${recordName(scope, sql`recent.kind`, sql`recent.id`)} as name) as found
    where found.name is not null
    order by recent.happened_at desc, recent.seq desc
    limit ${homeChangesMax}`.execute(db)
  return rows
}

/**
 * Reads the last events of the company, or of each operation. Reading per operation keeps frequent events, such as
 * sign-ins, from displacing rare changes.
 */
function latestEvents(scope: Scope, since: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = sql`e.seq, e.happened_at, e.operation, e.user_id, e.target`
  const whole = sql`e.part_of is null and e.happened_at >= ${since}`
  if (scope === 'everything')
    return sql`
      select each.* from unnest(${changedOperations}::text[]) as changed(operation) cross join lateral (
        select ${columns} from audit_entries e where e.operation = changed.operation and ${whole}
        order by e.happened_at desc, e.seq desc limit ${sql.lit(maxOfOperation)}
      ) as each`
  return sql`
    select * from (
      select ${columns} from audit_entries e where e.company_id = ${scope.companyId} and ${whole}
      order by e.happened_at desc, e.seq desc limit ${sql.lit(maxOfCompany)}
    ) as each where operation = any (${changedOperations}::text[])`
}

/** Id of the parent record that the record's screen needs: the service of a module, the function of an action. */
const owner = sql`case recent.kind
  when 'module' then (select service_id from modules where modules.id = recent.id)
  when 'action' then (select function_id from actions where actions.id = recent.id) end`
