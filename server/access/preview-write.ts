import { sql } from 'kysely'
import type { AccessEffect } from '../../contract/access-effect.ts'
import { effectCountMax, effectRowsMax } from '../../contract/seats.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Db } from '../database/database.ts'
import type { Scope } from '../scope/scope.ts'
import { compareAccess } from './compare-access.ts'
import type { AffectedUsers } from './affected-users.ts'
import {
  type Access,
  accessByPerson,
  digestsOf,
  type Snapshot,
  nameAccess,
  nextAffected,
} from './effect-queries.ts'

/**
 * Number of users in the first batch and in later ones. The first batch is small, because it usually contains as many
 * affected users as are counted (`effectCountMax`).
 */
const firstBatch = 2000
const laterBatch = 10_000

export interface PreviewedWrite {
  affected: AffectedUsers
  scope: Scope
  now: Date
  /** Makes the write. Throws a problem if it is refused. */
  write: (db: Db) => Promise<unknown>
}

/** Rights before and after, only for users whose rights differ. */
interface Changed {
  before: Map<number, readonly Access[]>
  after: Map<number, readonly Access[]>
}

/**
 * Previews the effect of a write: makes the write in the given transaction and compares the rights before and after.
 * The caller rolls the transaction back.
 */
export async function previewWrite(db: Db, previewed: PreviewedWrite): Promise<AccessEffect> {
  const changed: Changed = { before: new Map(), after: new Map() }
  let last = 0
  for (let batchSize = firstBatch; changed.after.size <= effectCountMax; batchSize = laterBatch) {
    const affected = await nextAffected(db, previewed.affected, last, batchSize)
    const refused = await compareOf(db, previewed, affected, changed)
    if (refused) return nothing(refused)
    last = affected.at(-1) ?? last
    if (affected.length < batchSize) break
  }
  return present(db, previewed.scope, changed)
}

/** Adds the users of this batch whose rights differ to `changed`. Returns a problem if the write is refused. */
async function compareOf(
  db: Db,
  { scope, now, write }: PreviewedWrite,
  people: readonly number[],
  changed: Changed,
): Promise<Problem | undefined> {
  const snapshot: Snapshot = { people, scope, now }
  const before = await digestsOf(db, snapshot)
  await sql`savepoint before_write`.execute(db)
  try {
    await write(db)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  const after = await digestsOf(db, snapshot)
  const differing = people
    .filter((id) => before.get(id) !== after.get(id))
    .slice(0, effectCountMax + 1)
  const snapshotOfDiffering = { ...snapshot, people: differing }
  const accessAfter = await accessByPerson(db, snapshotOfDiffering)
  await sql`rollback to savepoint before_write`.execute(db)
  const accessBefore = await accessByPerson(db, snapshotOfDiffering)
  for (const id of differing) {
    changed.before.set(id, accessBefore.get(id) ?? [])
    changed.after.set(id, accessAfter.get(id) ?? [])
  }
  return undefined
}

const none = { count: 0, more: false }

function nothing({ code, message, fields }: Problem): AccessEffect {
  return {
    refused: { code, message, ...(fields && { fields }) },
    people: none,
    losing: none,
    gaining: none,
    rows: [],
    more_rows: false,
  }
}

async function present(db: Db, scope: Scope, { before, after }: Changed): Promise<AccessEffect> {
  const { losing, gaining, differences } = compareAccess(before, after)
  const shown = differences.slice(0, effectRowsMax)
  const names = await nameAccess(
    db,
    scope,
    shown.map(({ access }) => access),
  )
  const people = after.size
  const more = people > effectCountMax
  const bounded = (count: number) => ({
    count: Math.min(count, effectCountMax),
    more: count > effectCountMax,
  })
  return {
    refused: null,
    people: bounded(people),
    losing: { ...bounded(losing), more: more && losing > 0 },
    gaining: { ...bounded(gaining), more: more && gaining > 0 },
    rows: names.flatMap(({ place, ...named }) => {
      const difference = shown[place]
      if (!difference) return []
      const { access, losing: lost, gaining: got } = difference
      return [
        { ...named, spid: access.spid, losing: bounded(lost).count, gaining: bounded(got).count },
      ]
    }),
    more_rows: differences.length > effectRowsMax,
  }
}
