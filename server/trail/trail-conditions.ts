import { type RawBuilder, sql } from 'kysely'
import type { TrailFilters } from '../../contract/trail.ts'
import { allOf } from '../database/list-page.ts'
import type { Scope } from '../scope/scope.ts'

/**
 * Which events of `audit_entries e` are wanted. Where neither a record nor an event is asked for, parts stay beneath
 * theirs: an import is one line and not ten thousand. Each condition but that of parts has an index in the
 * order of the trail.
 */
export function wantedEvents(scope: Scope, asked: TrailFilters): RawBuilder<boolean> {
  const { user_id, company_id, operation, record, since, until, part_of } = asked
  const wanted: RawBuilder<boolean>[] = []
  if (scope !== 'everything') wanted.push(sql`e.company_id = ${scope.companyId}`)
  if (user_id !== undefined) wanted.push(sql`e.user_id = ${user_id}`)
  if (company_id !== undefined) wanted.push(sql`e.company_id = ${company_id}`)
  if (operation !== undefined) wanted.push(sql`e.operation = ${operation}`)
  if (record !== undefined) wanted.push(sql`e.target = ${record}`)
  if (part_of !== undefined) wanted.push(sql`e.part_of = ${part_of}`)
  if (record === undefined && part_of === undefined) wanted.push(sql`e.part_of is null`)
  if (since !== undefined) wanted.push(sql`e.happened_at >= ${startOf(since)}`)
  if (until !== undefined) wanted.push(sql`e.happened_at < ${startOf(until)} + interval '1 day'`)
  return allOf(...wanted)
}

/** The first instant of a day in São Paulo. */
const startOf = (day: string) => sql`(${day}::date::timestamp at time zone 'America/Sao_Paulo')`

/** The time and number of a position, to be compared with those of events. */
export function placeAt(position: string): RawBuilder<unknown> {
  const [microseconds = '', seq = ''] = position.split('-')
  return sql`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${seq}::bigint)`
}

/** The position of an event with this time and number. */
export const positionOf = (happenedAt: RawBuilder<unknown>, seq: RawBuilder<unknown>) =>
  sql<string>`(extract(epoch from ${happenedAt}) * 1000000)::bigint || '-' || ${seq}`
