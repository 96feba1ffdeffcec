import { z } from 'zod'
import type { SuccessInputOf } from '../../contract/endpoint.ts'
import type { AuditLogEndpoints, AuditFilters } from '../../contract/audit-log.ts'
import { recordsIn } from '../../contract/audit-record-names.ts'
import { recordParts } from '../../contract/audit-records.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Db } from '../database/database.ts'
import type { Scope } from '../scope/scope.ts'
import { findRecordNames } from './record-names.ts'
import { type EventRow, readEvents } from './audit-list-queries.ts'

type Page = SuccessInputOf<AuditLogEndpoints['auditList']>

interface PageQuery extends AuditFilters {
  take: number
  before?: string | undefined
  after?: string | undefined
  confirmations?: 'folded' | undefined
}

/** Returns one page of the audit log, newest first, with the names of the records in its events. */
export async function readPage(db: Db, scope: Scope, query: PageQuery): Promise<Page> {
  requireOrder(query)
  const { found, ...more } = await readRows(db, scope, query)
  const referred = new Set(found.flatMap((row) => recordsIn(row.target, row.before, row.after)))
  if (query.record !== undefined) referred.add(query.record)
  const names = await findRecordNames(db, scope, [...referred])
  return {
    rows: found.map((row) => presentEvent(row)),
    names,
    older: more.older ? (found.at(-1)?.position ?? null) : null,
    newer: more.newer ? (found[0]?.position ?? null) : null,
  }
}

interface EventPage {
  found: EventRow[]
  /** Whether there are older and newer events than those found. */
  older: boolean
  newer: boolean
}

/**
 * Reads one page, and one event more, to know whether another page follows. If fewer events than a page are newer than
 * `after`, returns the first page instead, so that the newest events are at its top.
 */
async function readRows(db: Db, scope: Scope, query: PageQuery): Promise<EventPage> {
  const { take, before, after, confirmations, ...filters } = query
  const selection = { scope, filters, take: take + 1, folded: confirmations === 'folded' }
  if (after !== undefined) {
    const found = await readEvents(db, { ...selection, from: after, older: false })
    if (found.length >= take)
      return { found: found.slice(0, take).toReversed(), older: true, newer: found.length > take }
  }
  const found = await readEvents(db, { ...selection, from: before, older: true })
  return { found: found.slice(0, take), older: found.length > take, newer: before !== undefined }
}

/** Throws for parameters that contradict each other, although each one is valid. */
export function requireOrder({ since, until, before, after }: Omit<PageQuery, 'take'>): void {
  if (since !== undefined && until !== undefined && since > until)
    throw new Problem('invalid-input', {
      fields: { until: 'A data final não pode ser anterior à inicial.' },
    })
  if (before !== undefined && after !== undefined)
    throw new Problem('invalid-input', { fields: { after: 'Use before ou after, não ambos.' } })
}

/** Returns an event in the response format. */
function presentEvent(row: EventRow): Page['rows'][number] {
  const { id, happened_at, operation, event, before, after, withheld, erased, has_parts } = row
  const { address, user_agent, confirmed_by, part_of, request_id } = row
  return {
    id,
    happened_at,
    operation,
    event,
    before,
    after,
    ...(row.signed !== null && { signed: row.signed }),
    withheld,
    erased,
    has_parts,
    address,
    user_agent,
    confirmed_by,
    part_of,
    request_id,
    user: named(row.user_id, row.user_name),
    company: named(row.company_id, row.company_name),
    delegation: row.delegation_id === null ? null : { id: row.delegation_id, by: row.delegated_by },
    by_token: row.api_token_id !== null,
    record: row.target === null ? null : { ...recordParts(row.target), name: nameOf(row) },
  }
}

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name })

/** Name in the values of an event; for an import, the name of its file. */
const nameInValues = z.union([
  z.object({ name: z.string() }).transform(({ name }) => name),
  z.object({ file_name: z.string() }).transform(({ file_name }) => file_name),
])

/** Returns the current name of the record. For a deleted record, returns its name at the time of the event. */
function nameOf({ record_name, after, before }: EventRow): string | null {
  return (
    record_name ?? nameInValues.safeParse(after).data ?? nameInValues.safeParse(before).data ?? null
  )
}
