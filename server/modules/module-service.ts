import type { BodyOf } from '../../contract/endpoint.ts'
import type { modules } from '../../contract/modules.ts'
import { catalogueScope, requireCatalogueWriter } from '../scope/catalogue-policy.ts'
import type { CatalogueWrite } from '../services/service-service.ts'
import type { Principal } from '../binder/principal.ts'
import { auditRow } from '../audit/audit-row.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import { requireVersion } from '../binder/row-version.ts'
import { keepsConsoleOpen } from './module-policy.ts'
import {
  findModule,
  insertModule,
  lockModule,
  type ModuleRow,
  updateModule,
} from './module-queries.ts'

/** Where the picture of a module is served. */
export function logoAddress(moduleId: number, digest: string): string {
  return `/api/module/${moduleId}/logo/${digest}`
}

/** A module as it goes out. */
export function presentModule({ service_name, logo_digest, ...module }: ModuleRow) {
  return {
    ...module,
    Service: { id: module.service_id, name: service_name },
    logo: logo_digest === null ? null : logoAddress(module.id, logo_digest),
  }
}

/** The module as the bearer may see it. */
export async function readModule(db: Db, who: Principal, id: number) {
  const module = await findModule(db, catalogueScope(who), id)
  if (!module) throw new Problem('module-not-found')
  return presentModule(module)
}

/** The module to write on, kept as it is until the transaction ends. */
export async function lockModuleToWrite({ db, who }: CatalogueWrite, id: number) {
  const before = await lockModule(db, catalogueScope(who), id)
  if (!before) throw new Problem('module-not-found')
  requireCatalogueWriter(who)
  return before
}

export async function createModule(
  { db, who, audit }: CatalogueWrite,
  body: BodyOf<typeof modules.moduleCreate>,
) {
  requireCatalogueWriter(who)
  const made = await insertModule(db, body)
  audit({ target: `module:${made.id}`, after: auditRow(made) })
  return readModule(db, who, made.id)
}

export async function replaceModule(
  write: CatalogueWrite,
  id: number,
  body: BodyOf<typeof modules.moduleUpdate>,
  publicUrl: string,
) {
  const { db, who, audit } = write
  if (body.id !== undefined && body.id !== id)
    throw new Problem('invalid-input', { fields: { id: 'Não é o módulo do endereço.' } })
  const before = await lockModuleToWrite(write, id)
  requireVersion(before, body.version)
  if (!keepsConsoleOpen(before, body, publicUrl)) throw new Problem('module-of-console')
  const { name, protocol, url, is_enable_spid, status } = body
  const after = await updateModule(db, before, { name, protocol, url, is_enable_spid, status })
  audit({ target: `module:${id}`, before: auditRow(before), after: auditRow(after) })
  return readModule(db, who, id)
}
