import { sql } from 'kysely'
import { isoInstant } from '../database/iso-instant.ts'
import type { Db } from '../database/database.ts'
import type { Principal } from '../pipeline/principal.ts'
import { accessRequestInScope, awaitsCaller } from '../scope/access-request-scope.ts'
import { scopeOn } from '../scope/scope.ts'
import { countWithFirst } from './count-with-first.ts'

interface Named {
  id: number
  name: string
}

/** Returns the requests for access that wait for a decision of the caller, oldest first. */
export function findWaitingRequests(db: Db, who: Principal, now: Date) {
  return countWithFirst(
    db,
    sql<{ id: number; user: Named; company: Named; module: Named; created_at: string }>`
      select r.id, jsonb_build_object('id', users.id, 'name', users.name) as user,
        jsonb_build_object('id', c.id, 'name', c.name) as company,
        jsonb_build_object('id', m.id, 'name', m.name) as module, ${isoInstant(sql.ref('r.created_at'))} as created_at
      from access_requests r join users on users.id = r.requester_id
      join companies c on c.id = r.company_id join modules m on m.id = r.module_id
      where ${awaitsCaller(who, now)} and ${accessRequestInScope(scopeOn(who, { screen: '/request-list' }))}`,
    sql`created_at, id`,
  )
}
