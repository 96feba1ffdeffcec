import { type RawBuilder, sql } from 'kysely'
import type { CorrectionField } from '../../contract/correction-fields.ts'
import { homeDays } from '../../contract/home-days.ts'
import type { Db } from '../database/database.ts'
import { after, days } from '../shared/clock.ts'
import { countWithFirst } from './count-with-first.ts'
import { isoInstant } from '../database/iso-instant.ts'

/** Returns overdue data requests, oldest first. */
export function findLateRequests(db: Db, now: Date) {
  return countRequests(db, sql`r.due_at <= ${now}`)
}

/** Returns open data requests that are due soon, earliest first. */
export function findDueRequests(db: Db, now: Date) {
  const soon = after(now, days(homeDays.requestDue))
  return countRequests(db, sql`r.due_at > ${now} and r.due_at < ${soon}`)
}

/** Reads the open requests through the index `data_requests_open_key`. There are only a few per user. */
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
