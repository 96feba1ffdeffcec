import { liveSecretsMax } from '../../contract/module-secrets.ts'
import { scopeOf } from '../scope/scope.ts'
import { requireFound, type Write } from '../binder/record.ts'
import type { Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { Problem } from '../binder/problem.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import { usesSecrets } from './module-policy.ts'
import { findModule } from './module-queries.ts'
import {
  findLiveSecrets,
  insertSecret,
  type NewSecret,
  retireSecret,
} from './module-secret-queries.ts'
import { lockModuleToWrite } from './module-service.ts'

const context = (moduleId: number): string => `module:${moduleId}`

/** The newest live secret of a module in the clear, making one where there is none: the demo's example module needs it. */
export async function ensureModuleSecret(
  db: Db,
  keyring: Keyring,
  moduleId: number,
): Promise<string> {
  const [newest] = await findLiveSecrets(db, moduleId)
  if (newest)
    return keyring.open({ ciphertext: newest.ciphertext, keyId: newest.key_id }, context(moduleId))
  const { secret, ...row } = newSecret(keyring, moduleId, 1)
  await insertSecret(db, row)
  return secret
}

/**
 * Secrets with which a module exchanges codes (console.md §2). A second one may live beside the first, so that the module
 * changes over while both are taken; then the old one is retired.
 */
export class ModuleSecretService {
  readonly #keyring: Keyring
  readonly #clock: Clock

  constructor(parts: { keyring: Keyring; clock: Clock }) {
    this.#keyring = parts.keyring
    this.#clock = parts.clock
  }

  /** Who holds the screen reads, within scope; each reading leaves an audit event. */
  async read({ db, who, audit }: Write, moduleId: number) {
    const module = requireFound(await findModule(db, scopeOf(who), moduleId), 'module-not-found')
    const { answer, ids } = await this.#describe(db, module)
    audit({ target: `module:${moduleId}`, after: { read_secret_id: ids[0] ?? null } })
    return answer
  }

  /** The first secret, or a second one; the module is locked, so that two at the same time don't make three. */
  async generate(write: Write, moduleId: number) {
    const module = await lockModuleToWrite(write, moduleId)
    if (!usesSecrets(moduleId)) throw new Problem('module-secret-of-console')
    const live = await findLiveSecrets(write.db, moduleId)
    if (live.length >= liveSecretsMax) throw new Problem('module-secret-two-live')
    const slot = live.some((secret) => secret.slot === 1) ? 2 : 1
    const { secret: _, ...row } = newSecret(this.#keyring, moduleId, slot)
    const id = await insertSecret(write.db, { ...row, createdBy: write.who.userId })
    write.audit({ target: `module:${moduleId}`, after: { secret_id: id, slot } })
    return (await this.#describe(write.db, module)).answer
  }

  /** From the next exchange on it opens nothing. The last one stays, since without a secret a module's codes are less safe. */
  async retire(write: Write, moduleId: number, secretId: number) {
    const module = await lockModuleToWrite(write, moduleId)
    const live = await findLiveSecrets(write.db, moduleId)
    const secret = live.find(({ id }) => id === secretId)
    if (!secret) throw new Problem('module-secret-not-found')
    if (live.length === 1) throw new Problem('module-secret-last')
    await retireSecret(write.db, secretId, { by: write.who.userId, at: this.#clock.now() })
    write.audit({
      target: `module:${moduleId}`,
      before: { secret_id: secretId, slot: secret.slot },
    })
    return (await this.#describe(write.db, module)).answer
  }

  /** The one place where a secret goes out, and only the newest. */
  async #describe(db: Db, module: { id: number; name: string }) {
    const live = await findLiveSecrets(db, module.id)
    const [newest] = live
    const answer = {
      name: module.name,
      secret: newest
        ? this.#keyring.open(
            { ciphertext: newest.ciphertext, keyId: newest.key_id },
            context(module.id),
          )
        : null,
      secret_generated: newest !== undefined,
      secrets: live.map(({ id, created_at, last_used_at, created_by }) => ({
        id,
        created_at,
        last_used_at,
        created_by,
      })),
    }
    return { answer, ids: live.map(({ id }) => id) }
  }
}

function newSecret(
  keyring: Keyring,
  moduleId: number,
  slot: number,
): NewSecret & { secret: string } {
  const secret = newHandle()
  return {
    secret,
    moduleId,
    slot,
    sealed: keyring.seal(secret, context(moduleId)),
    digest: digestOf(secret),
  }
}
