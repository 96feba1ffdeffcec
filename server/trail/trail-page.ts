import { z } from 'zod'
import type { SuccessInputOf } from '../../contract/endpoint.ts'
import type { trail, TrailFilters } from '../../contract/trail.ts'
import { recordsIn } from '../../contract/trail-names.ts'
import { recordParts } from '../../contract/trail-records.ts'
import { Problem } from '../binder/problem.ts'
import type { Db } from '../database/database.ts'
import type { Scope } from '../scope/scope.ts'
import { findRecordNames } from './record-names.ts'
import { type EventRow, readEvents } from './trail-queries.ts'

type Page = SuccessInputOf<typeof trail.auditList>

interface Asked extends TrailFilters {
  take: number
  before?: string | undefined
  after?: string | undefined
}

/** One page of the trail, newest first, with what the records are called to which its events refer. */
export async function readPage(db: Db, scope: Scope, query: Asked): Promise<Page> {
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

interface Found {
  found: EventRow[]
  /** Whether there are others before and behind them. */
  older: boolean
  newer: boolean
}

/**
 * A page before a position that is less than full is the first page: what is newest stands at its top. One event more
 * than is shown says whether there is another page.
 */
async function readRows(db: Db, scope: Scope, query: Asked): Promise<Found> {
  const { take, before, after, ...asked } = query
  const wanted = { scope, asked, take: take + 1 }
  if (after !== undefined) {
    const found = await readEvents(db, { ...wanted, from: after, older: false })
    if (found.length >= take)
      return { found: found.slice(0, take).toReversed(), older: true, newer: found.length > take }
  }
  const found = await readEvents(db, { ...wanted, from: before, older: true })
  return { found: found.slice(0, take), older: found.length > take, newer: before !== undefined }
}

/** What is each for itself in order and together makes no sense. */
export function requireOrder({ since, until, before, after }: Omit<Asked, 'take'>): void {
  if (since !== undefined && until !== undefined && since > until)
    throw new Problem('invalid-input', {
      fields: { until: 'A data final não pode ser anterior à inicial.' },
    })
  if (before !== undefined && after !== undefined)
    throw new Problem('invalid-input', { fields: { after: 'Use before ou after, não ambos.' } })
}

/** An event as it goes out. */
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

const withName = z.object({ name: z.string() })

/** What the record is called now; of one that is gone, what it was called then. */
function nameOf({ record_name, after, before }: EventRow): string | null {
  if (record_name !== null) return record_name
  return (withName.safeParse(after).data ?? withName.safeParse(before).data)?.name ?? null
}
