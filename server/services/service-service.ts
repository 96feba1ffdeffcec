import type { BodyOf } from '../../contract/endpoint.ts'
import type { services } from '../../contract/services.ts'
import type { Principal } from '../binder/principal.ts'
import { auditRow } from '../audit/audit-row.ts'
import type { AuditDetails } from '../audit/audit.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import { requireVersion } from '../binder/row-version.ts'
import { catalogueScope, requireCatalogueWriter } from '../scope/catalogue-policy.ts'
import {
  findService,
  insertService,
  isServiceOfConsole,
  lockService,
  updateService,
} from './service-queries.ts'

/** One write: the transaction, who, and what its audit event is told. */
export interface CatalogueWrite {
  db: Db
  who: Principal
  audit: (details: AuditDetails) => void
}

/** The service as the bearer may see it. */
export async function readService(db: Db, who: Principal, id: number) {
  const service = await findService(db, catalogueScope(who), id)
  if (!service) throw new Problem('service-not-found')
  return service
}

export async function createService(
  { db, who, audit }: CatalogueWrite,
  body: BodyOf<typeof services.serviceCreate>,
) {
  requireCatalogueWriter(who)
  const made = await insertService(db, body)
  audit({ target: `service:${made.id}`, after: auditRow(made) })
  return readService(db, who, made.id)
}

export async function replaceService(
  { db, who, audit }: CatalogueWrite,
  id: number,
  body: BodyOf<typeof services.serviceUpdate>,
) {
  const before = await lockService(db, catalogueScope(who), id)
  if (!before) throw new Problem('service-not-found')
  requireCatalogueWriter(who)
  requireVersion(before, body.version)
  // Without its service this console is open to nobody, and nobody could take it back.
  if (!body.active && (await isServiceOfConsole(db, id))) throw new Problem('service-of-console')
  const after = await updateService(db, before, body)
  audit({ target: `service:${id}`, before: auditRow(before), after: auditRow(after) })
  return readService(db, who, id)
}
