import { commonModuleId } from '../../contract/constants.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { modules } from '../../contract/modules.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import {
  createRecord,
  lockRecord,
  replaceRecord,
  requireFound,
  type ConfirmableWrite,
  type Write,
} from '../pipeline/record.ts'
import { logoAddress } from '../logos/record-logo.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import { moduleMovedNotice } from '../outbox/security-notices.ts'
import { moduleInScope } from '../scope/catalogue-scope.ts'
import { findAdministrators } from '../scope/administrators.ts'
import { requireAdministrator, scopeOf } from '../scope/scope.ts'
import { keepsConsoleOpen, movesAddress } from './module-policy.ts'
import { findLiveSecrets } from './module-secret-queries.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { findModule, moduleId, type ModuleRow, moduleTable } from './module-queries.ts'

export interface ModuleParts {
  config: Pick<Config, 'publicUrl'>
  keyring: Keyring
}

/** Rules for writing modules. */
export const moduleRecord = {
  name: 'module',
  missing: 'module-not-found',
  table: moduleTable,
  inScope: (who: Principal) => moduleInScope(scopeOf(who), moduleId),
  requireCreator: requireAdministrator,
  requireWriter: requireAdministrator,
  read: readModule,
} as const

/** Returns a module in the response format. */
export function presentModule({ service_name, logo_digest, ...module }: ModuleRow) {
  return {
    ...module,
    Service: { id: module.service_id, name: service_name },
    logo: logo_digest && logoAddress('module', module.id, logo_digest),
  }
}

/** Returns the module if it is in the caller's scope. */
export async function readModule(db: Db, who: Principal, id: number) {
  return presentModule(requireFound(await findModule(db, scopeOf(who), id), 'module-not-found'))
}

/** Locks the module for a write until the transaction ends. */
export function lockModuleToWrite(write: Write, id: number) {
  return lockRecord(write, moduleRecord, id)
}

export function createModule(
  write: Write,
  { name, protocol, url, service_id, is_enable_spid }: BodyOf<typeof modules.moduleCreate>,
) {
  return createRecord(write, moduleRecord, { name, protocol, url, service_id, is_enable_spid })
}

/**
 * Replaces a module. A changed address receives all future one-time codes, so the change needs a confirmation of
 * identity. If the module has no secret to protect the exchange, all administrators are notified (decision 54).
 */
export function replaceModule(
  write: ConfirmableWrite,
  id: number,
  body: BodyOf<typeof modules.moduleUpdate>,
  { config: { publicUrl }, keyring }: ModuleParts,
) {
  if (body.id !== undefined && body.id !== id)
    throw new Problem('invalid-input', { fields: { id: 'Não é o módulo do endereço.' } })
  const { version, name, protocol, url, is_enable_spid, status } = body
  return replaceRecord(write, moduleRecord, {
    id,
    version,
    values: { name, protocol, url, is_enable_spid, status },
    async check(before) {
      if (id === commonModuleId && status === 0)
        throw new Problem('invalid-input', {
          fields: { status: 'O módulo comum é de todos: não pode ser inativado.' },
        })
      if (!keepsConsoleOpen(before, body, publicUrl)) throw new Problem('module-of-console')
      if (!movesAddress(before, body)) return
      await write.confirmIdentity()
      await notifyAdministrators(write, before, keyring)
    },
  })
}

async function notifyAdministrators(
  { db, who }: Write,
  { id, name }: { id: number; name: string },
  keyring: Keyring,
): Promise<void> {
  if ((await findLiveSecrets(db, id)).length > 0) return
  const administrators = await findAdministrators(db)
  const by = administrators.find((each) => each.id === who.userId)?.name ?? 'um administrador'
  const messages = administrators.map((to) => moduleMovedNotice(to, { module: name, by }))
  await enqueueBulk(db, keyring, { messages })
}
