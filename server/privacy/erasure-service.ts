import { Problem } from '../pipeline/problem.ts'
import { requireFound, type Write } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { after, type Clock, days } from '../shared/clock.ts'
import {
  countRows,
  eraseRows,
  findForErasure,
  lockForErasure,
  type Term,
} from './erasure-queries.ts'
import { personalTables } from './personal-data.ts'
import {
  eraseAuditValues,
  findTraces,
  findAuditValues,
  lastEventNumber,
  type AuditValue,
} from './audit-values.ts'

export interface ErasureParts {
  clock: Clock
  config: { eraseAfterDays: number }
}

/** Returns the configured erasure term, and the time until which deletions are due for erasure. */
export function termOf({ clock, config: { eraseAfterDays } }: ErasureParts): Term {
  return { days: eraseAfterDays, until: after(clock.now(), -days(eraseAfterDays)) }
}

type Found = Awaited<ReturnType<typeof findForErasure>>

/** Returns the user. Throws unless the user is deleted and not erased yet. */
function requireDeleted(found: Found) {
  const person = requireFound(found, 'user-not-found')
  if (person.erased_at !== null) throw new Problem('user-erased')
  if (person.active) throw new Problem('user-not-deleted')
  return person
}

function requireDue(found: Found) {
  const person = requireDeleted(found)
  if (!person.due) throw new Problem('erasure-too-early')
  return person
}

/** Previews what an erasure removes and what it keeps. */
export async function previewErasure(db: Db, id: number, parts: ErasureParts) {
  const person = requireDeleted(await findForErasure(db, id, termOf(parts)))
  const traces = await findTraces(db, id)
  const [counts, values] = [await countRows(db, traces), await findAuditValues(db, traces)]
  return {
    ...person,
    erased: personalTables.flatMap(([table, { what, erased }]) => {
      const count = erased === 'values' ? values.length : (counts.get(table) ?? 0)
      return typeof erased === 'object' || count === 0 ? [] : [{ what, count }]
    }),
    kept: personalTables.flatMap(([table, { what, erased }]) =>
      typeof erased === 'object' && counts.get(table) ? [{ what, why: erased.kept }] : [],
    ),
  }
}

/** Audit values to erase, which were found before the transaction. */
export interface AuditSearch {
  values: readonly AuditValue[]
  /** Number of the last event when the search began. */
  last: number
}

/**
 * Maximum number of events with a number below `last` that may have been uncommitted during the search. Numbers are
 * assigned before the commit.
 */
const maxUncommittedEvents = 10_000

/**
 * Searches the audit log for values to erase. Runs before the write transaction, so that no locks are held during the
 * search.
 */
export async function searchAuditLog(
  db: Db,
  id: number,
  parts: ErasureParts,
): Promise<AuditSearch> {
  requireDue(await findForErasure(db, id, termOf(parts)))
  const last = await lastEventNumber(db)
  return { values: await findAuditValues(db, await findTraces(db, id)), last }
}

/** Erases the personal data of a user in all tables. The audit event contains only the number of erased values. */
export async function erase(
  { db, audit }: Write,
  { id, searched, requestId }: { id: number; searched: AuditSearch; requestId: string },
  parts: ErasureParts,
) {
  requireDue(await lockForErasure(db, id, termOf(parts)))
  const traces = await findTraces(db, id)
  // A search through ten million events takes half a minute, so only events since the first search are searched now.
  const since = await findAuditValues(db, traces, Math.max(0, searched.last - maxUncommittedEvents))
  await eraseRows(db, traces, parts.clock.now())
  const erased = await eraseAuditValues(db, [...searched.values, ...since], requestId)
  audit({ target: `user:${id}`, after: { trail_values: erased } })
  return {}
}
