import { type RawBuilder, sql } from 'kysely'
import { areasWithoutChanges, eventsWithoutChanges } from '../../contract/audit-areas.ts'
import type { AuditFilters } from '../../contract/audit-log.ts'
import { allOf } from '../database/list-page.ts'
import type { Scope } from '../scope/scope.ts'

/**
 * Condition on `audit_entries e`. Excludes the parts of an event unless a record or the event is requested: an import
 * appears as one row instead of ten thousand. Every condition is served by an index in the order of the audit log,
 * except the exclusion of parts.
 */
export function eventCondition(scope: Scope, filters: AuditFilters): RawBuilder<boolean> {
  const { user_id, company_id, operation, record, only, since, until, part_of } = filters
  const conditions: RawBuilder<boolean>[] = []
  if (scope !== 'everything') conditions.push(sql`e.company_id = ${scope.companyId}`)
  if (user_id !== undefined) conditions.push(sql`e.user_id = ${user_id}`)
  if (company_id !== undefined) conditions.push(sql`e.company_id = ${company_id}`)
  if (operation !== undefined) conditions.push(sql`e.operation = ${operation}`)
  if (record !== undefined) conditions.push(sql`e.target = ${record}`)
  if (part_of !== undefined) conditions.push(sql`e.part_of = ${part_of}`)
  if (record === undefined && part_of === undefined) conditions.push(sql`e.part_of is null`)
  if (only !== undefined) conditions.push(changesRecord)
  if (since !== undefined) conditions.push(sql`e.happened_at >= ${startOf(since)}`)
  if (until !== undefined)
    conditions.push(sql`e.happened_at < ${startOf(until)} + interval '1 day'`)
  return allOf(...conditions)
}

/** Condition: the event changes a record. */
const changesRecord = sql<boolean>`(split_part(e.event, '.', 1) <> all (${[...areasWithoutChanges]}::text[])
  and e.event <> all (${[...eventsWithoutChanges]}::text[]))`

/** SQL expression: the first instant of a day in São Paulo. */
export const startOf = (day: string) =>
  sql`(${day}::date::timestamp at time zone 'America/Sao_Paulo')`

/** Returns the time and number of a position as a row, for comparison with events. */
export function placeAt(position: string): RawBuilder<unknown> {
  const [microseconds = '', seq = ''] = position.split('-')
  return sql`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${seq}::bigint)`
}

/** SQL expression: the position of an event with this time and number. */
export const positionOf = (happenedAt: RawBuilder<unknown>, seq: RawBuilder<unknown>) =>
  sql<string>`(extract(epoch from ${happenedAt}) * 1000000)::bigint || '-' || ${seq}`
