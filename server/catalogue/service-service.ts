import type { BodyOf } from '../../contract/endpoint.ts'
import type { services } from '../../contract/services.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { createRecord, replaceRecord, requireFound, type Write } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { serviceInScope } from '../scope/catalogue-scope.ts'
import { requireAdministrator, scopeOf } from '../scope/scope.ts'
import { findService, isServiceOfConsole, serviceId, serviceTable } from './service-queries.ts'

const serviceRecord = {
  name: 'service',
  missing: 'service-not-found',
  table: serviceTable,
  inScope: (who: Principal) => serviceInScope(scopeOf(who), serviceId),
  requireCreator: requireAdministrator,
  requireWriter: requireAdministrator,
  read: readService,
} as const

/** Returns the service if it is in the caller's scope. */
export async function readService(db: Db, who: Principal, id: number) {
  return requireFound(await findService(db, scopeOf(who), id), 'service-not-found')
}

export function createService(
  write: Write,
  { name, description, active }: BodyOf<typeof services.serviceCreate>,
) {
  return createRecord(write, serviceRecord, { name, description, active })
}

export function replaceService(
  write: Write,
  id: number,
  { version, name, description, active }: BodyOf<typeof services.serviceUpdate>,
) {
  return replaceRecord(write, serviceRecord, {
    id,
    version,
    values: { name, description, active },
    async check() {
      // Without its service, this console would be inaccessible, so the change could not be undone.
      if (!active && (await isServiceOfConsole(write.db, id)))
        throw new Problem('service-of-console')
    },
  })
}
