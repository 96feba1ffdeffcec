import { Problem } from '../binder/problem.ts'
import { requireFound, type Write } from '../binder/record.ts'
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
  eraseTrailValues,
  findTraces,
  findTrailValues,
  lastEventNumber,
  type TrailValue,
} from './trail-values.ts'

export interface ErasureParts {
  clock: Clock
  config: { eraseAfterDays: number }
}

/** The term of the installation, as of now. */
export function termOf({ clock, config: { eraseAfterDays } }: ErasureParts): Term {
  return { days: eraseAfterDays, until: after(clock.now(), -days(eraseAfterDays)) }
}

type Found = Awaited<ReturnType<typeof findForErasure>>

/** Somebody who is deleted and not erased yet. */
function requireDeleted(found: Found) {
  const person = requireFound(found, 'user-not-found')
  if (person.erased_at !== null) throw new Problem('user-erased')
  if (person.status !== 0) throw new Problem('user-not-deleted')
  return person
}

function requireDue(found: Found) {
  const person = requireDeleted(found)
  if (!person.due) throw new Problem('erasure-too-early')
  return person
}

/** What an erasure would take, and what it would leave. */
export async function foresee(db: Db, id: number, parts: ErasureParts) {
  const person = requireDeleted(await findForErasure(db, id, termOf(parts)))
  const traces = await findTraces(db, id)
  const [counts, values] = [await countRows(db, traces), await findTrailValues(db, traces)]
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

/** What of the trail is to be erased, as far as it was searched. */
export interface SearchedTrail {
  values: readonly TrailValue[]
  /** The last event that was there when the search began. */
  last: number
}

/** Numbers are given before events are there: so many before the last may have come since. */
const eventsStillUncommitted = 10_000

/** What of the trail is to be erased, found before the write begins: nobody waits for it. */
export async function searchTrail(db: Db, id: number, parts: ErasureParts): Promise<SearchedTrail> {
  requireDue(await findForErasure(db, id, termOf(parts)))
  const last = await lastEventNumber(db)
  return { values: await findTrailValues(db, await findTraces(db, id)), last }
}

/** Erases everything personal of somebody, here and in every other table. The trail says how much, and nothing more. */
export async function erase(
  { db, audit }: Write,
  { id, searched, requestId }: { id: number; searched: SearchedTrail; requestId: string },
  parts: ErasureParts,
) {
  requireDue(await lockForErasure(db, id, termOf(parts)))
  const traces = await findTraces(db, id)
  // The search takes half a minute among ten million events: what was written since is looked at here.
  const since = await findTrailValues(
    db,
    traces,
    Math.max(0, searched.last - eventsStillUncommitted),
  )
  await eraseRows(db, traces, parts.clock.now())
  const erased = await eraseTrailValues(db, [...searched.values, ...since], requestId)
  audit({ target: `user:${id}`, after: { trail_values: erased } })
  return {}
}
