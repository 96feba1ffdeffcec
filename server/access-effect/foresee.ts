import { sql } from 'kysely'
import type { AccessEffect } from '../../contract/access-effect.ts'
import { effectCountMax, effectRowsMax } from '../../contract/seats.ts'
import { Problem } from '../binder/problem.ts'
import type { Db } from '../database/database.ts'
import { takeBack } from '../database/take-back.ts'
import type { Scope } from '../scope/scope.ts'
import { Overloaded } from '../shared/fair-queue.ts'
import { compareAccess } from './compare-access.ts'
import type { Concern } from './concerns.ts'
import {
  type Access,
  accessByPerson,
  digestsOf,
  type Look,
  nameAccess,
  nextConcerned,
} from './effect-queries.ts'

/** People looked at in one go: few at first, which is mostly enough to find the 1,000 that are counted. */
const firstPeople = 2000
const morePeople = 10_000

interface Foreseen {
  concern: Concern
  scope: Scope
  now: Date
  /** Whether nobody waits for it any more, or others have waited long enough for what the write has locked. */
  isOver: () => boolean
  /** Makes the write in this transaction, or throws the problem that refuses it. */
  write: (db: Db) => Promise<unknown>
}

/**
 * What a write would change: it is made and taken back, in a transaction that never ends well, and before and after it the
 * query that decides is asked what people may do. Its locks are held no longer than that; nothing is announced.
 */
export function foresee(db: Db, foreseen: Foreseen): Promise<AccessEffect> {
  return takeBack(db, (transaction) => effectIn(transaction, foreseen))
}

/** What those may do before and after for whom it differs. */
interface Changed {
  before: Map<number, readonly Access[]>
  after: Map<number, readonly Access[]>
}

async function effectIn(db: Db, foreseen: Foreseen): Promise<AccessEffect> {
  const changed: Changed = { before: new Map(), after: new Map() }
  let last = 0
  for (let most = firstPeople; changed.after.size <= effectCountMax; most = morePeople) {
    const concerned = await nextConcerned(db, foreseen.concern, last, most)
    const refused = await compareOf(db, foreseen, concerned, changed)
    if (refused) return nothing(refused)
    last = concerned.at(-1) ?? last
    if (concerned.length < most) break
    if (foreseen.isOver()) throw new Overloaded()
  }
  return present(db, foreseen.scope, changed)
}

/** Adds what these people may do before and after the write, where that differs; answers what refuses the write. */
async function compareOf(
  db: Db,
  { scope, now, write }: Foreseen,
  people: readonly number[],
  changed: Changed,
): Promise<Problem | undefined> {
  const look: Look = { people, scope, now }
  const before = await digestsOf(db, look)
  await sql`savepoint before_write`.execute(db)
  try {
    await write(db)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  const after = await digestsOf(db, look)
  const differing = people
    .filter((id) => before.get(id) !== after.get(id))
    .slice(0, effectCountMax + 1)
  const ofThese = { ...look, people: differing }
  const accessAfter = await accessByPerson(db, ofThese)
  await sql`rollback to savepoint before_write`.execute(db)
  const accessBefore = await accessByPerson(db, ofThese)
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
  const told = differences.slice(0, effectRowsMax)
  const names = await nameAccess(
    db,
    scope,
    told.map(({ access }) => access),
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
      const difference = told[place]
      if (!difference) return []
      const { access, losing: lost, gaining: got } = difference
      return [
        { ...named, spid: access.spid, losing: bounded(lost).count, gaining: bounded(got).count },
      ]
    }),
    more_rows: differences.length > effectRowsMax,
  }
}
