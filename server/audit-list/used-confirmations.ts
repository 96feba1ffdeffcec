import { type RawBuilder, sql } from 'kysely'
import { api } from '../../contract/api.ts'
import type { AuditFilters } from '../../contract/audit-log.ts'
import { confirmations } from '../../contract/confirmations.ts'
import { type Endpoint, eventOf } from '../../contract/endpoint.ts'
import { startOf } from './audit-conditions.ts'

/** Events of confirmations that name writes. */
const confirmationEvents = [
  eventOf(confirmations.userLocalValidatePassword),
  eventOf(confirmations.userLocalValidateToken),
  eventOf(confirmations.userLocalValidatePasskey),
]

/** Operations that need a confirmation, with a pattern of the request as a confirmation names it: 'PUT /service/7'. */
const confirmed = Object.entries<Endpoint>(api)
  .filter(([, { confirm }]) => confirm !== undefined)
  .map(([operation, { method, path }]) => ({
    operation,
    pattern: `^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`,
  }))

/**
 * Conditions on `audit_entries e`: leave out confirmations of identity that a write in the list used (decision 76). An
 * event has no reference to its confirmation. It used the last accepted confirmation of its session that names its
 * request; both have user and session, and a confirmation names its requests. A confirmation that no write used remains.
 */
export function withoutUsedConfirmations({
  operation,
  record,
  part_of,
  until,
}: AuditFilters): RawBuilder<boolean>[] {
  if (operation !== undefined || record !== undefined || part_of !== undefined) return []
  const listed =
    until === undefined ? sql`true` : sql`w.happened_at < ${startOf(until)} + interval '1 day'`
  return [
    sql<boolean>`not (${isConfirmation(sql`e`)} and exists (
      select from audit_entries w
      join unnest(${confirmed.map((each) => each.operation)}::text[], ${confirmed.map(({ pattern }) => pattern)}::text[])
        as written(operation, pattern) using (operation)
      where w.user_id = e.user_id and w.session_id = e.session_id and w.part_of is null
        and w.happened_at > e.happened_at and w.happened_at < e.happened_at + ${writesWithin}::interval
        and w.confirmed_by is not null and ${listed} and ${names(sql`e`)}
        and not exists (
          select from audit_entries later
          where later.user_id = e.user_id and later.session_id = e.session_id and later.part_of is null
            and later.happened_at > e.happened_at and later.happened_at < w.happened_at
            and ${isConfirmation(sql`later`)} and ${names(sql`later`)})))`,
  ]
}

/** Longer than a confirmation is valid, since the event of a long write is inserted at its end. */
const writesWithin = '10 minutes'

const isConfirmation = (event: RawBuilder<unknown>) =>
  sql`${event}.event = any (${confirmationEvents}::text[])`

/** Whether a confirmation was accepted and names the request of the write `written`. */
const names = (event: RawBuilder<unknown>) => sql`exists (
  select from audit_values v, jsonb_array_elements_text(v.value::jsonb -> 'operations') as request
  where v.seq = ${event}.seq and v.name = 'after' and not v.value::jsonb ? 'refused' and request ~ written.pattern)`
