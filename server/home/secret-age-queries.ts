import { sql } from 'kysely'
import { oldSecrets } from '../catalogue/secret-age.ts'
import type { Db } from '../database/database.ts'
import { countWithFirst } from './count-with-first.ts'
import { isoInstant } from '../database/iso-instant.ts'

/** Returns modules with an active secret that is old or was never used. Returns at most one row per module. */
export function findQuestionableSecrets(db: Db, now: Date) {
  const { unused, questionable } = oldSecrets(now)
  return countWithFirst(
    db,
    sql<{ id: number; name: string; service_id: number; created_at: string; unused: boolean }>`
      select m.id, m.name, m.service_id, ${isoInstant(sql.raw('min(s.created_at)'))} as created_at,
        bool_or(${unused}) as unused
      from module_secrets s join modules m on m.id = s.module_id and m.active
      where ${questionable}
      group by m.id`,
    sql`created_at, id`,
  )
}
