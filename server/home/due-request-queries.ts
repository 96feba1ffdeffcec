import { type RawBuilder, sql } from 'kysely'
import type { CorrectionField } from '../../contract/data-requests.ts'
import { homeDays } from '../../contract/home.ts'
import type { Db } from '../database/database.ts'
import { after, days } from '../shared/clock.ts'
import { countWithFirst } from './count-with-first.ts'
import { isoInstant } from './iso-instant.ts'

/** Data requests whose term has ended without an answer, the oldest first. */
export function findLateRequests(db: Db, now: Date) {
  return countRequests(db, sql`r.due_at <= ${now}`)
}

/** Those whose term ends soon, the next first. */
export function findDueRequests(db: Db, now: Date) {
  const soon = after(now, days(homeDays.requestDue))
  return countRequests(db, sql`r.due_at > ${now} and r.due_at < ${soon}`)
}

/** Of those that wait, which `data_requests_open_key` holds: a few for each of the people who ask. */
function countRequests(db: Db, due: RawBuilder<unknown>) {
  return countWithFirst(
    db,
    sql<{ id: number; name: string; field: CorrectionField; due_at: string }>`
      select r.id, u.name, r.field, ${isoInstant(sql.ref('r.due_at'))} as due_at
      from data_requests r join users u on u.id = r.user_id
      where r.answered_at is null and ${due}`,
    sql`due_at, id`,
  )
}
