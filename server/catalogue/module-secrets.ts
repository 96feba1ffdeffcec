import { liveSecretsMax } from '../../contract/module-secrets.ts'
import { scopeOf } from '../scope/scope.ts'
import { requireFound, type Write } from '../pipeline/record.ts'
import type { Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { Problem } from '../pipeline/problem.ts'
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

/** Returns the context to which the encrypted secret is bound. */
export const moduleSecretContext = (moduleId: number | string): string => `module:${moduleId}`

/** Returns the newest live secret in plain text, for the demo's example module. Generates a secret if there is none. */
export async function ensureModuleSecret(
  db: Db,
  keyring: Keyring,
  moduleId: number,
): Promise<string> {
  const [newest] = await findLiveSecrets(db, moduleId)
  if (newest)
    return keyring.open(
      { ciphertext: newest.ciphertext, keyId: newest.key_id },
      moduleSecretContext(moduleId),
    )
  const { secret, ...row } = newSecret(keyring, moduleId, 1)
  await insertSecret(db, row)
  return secret
}

/**
 * Manages the secrets for the code exchange of a module (console.md §2). During a rotation two secrets are live, until
 * the old one is retired.
 */
export class ModuleSecretService {
  readonly #keyring: Keyring
  readonly #clock: Clock

  constructor(parts: { keyring: Keyring; clock: Clock }) {
    this.#keyring = parts.keyring
    this.#clock = parts.clock
  }

  /** Returns the secrets of a module in scope. Each reading is audited. */
  async read({ db, who, audit }: Write, moduleId: number) {
    const module = requireFound(await findModule(db, scopeOf(who), moduleId), 'module-not-found')
    const { answer, ids } = await this.#describe(db, module)
    audit({ target: `module:${moduleId}`, after: { read_secret_id: ids[0] ?? null } })
    return answer
  }

  /** Generates the first or second secret. Locks the module, so that concurrent calls don't generate a third one. */
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

  /**
   * Retires a secret with immediate effect. Refuses to retire the last one, because the code exchange would be
   * unprotected.
   */
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

  /**
   * Returns the secrets for the response, the newest one in plain text. No other function decrypts a secret for a
   * response.
   */
  async #describe(db: Db, module: { id: number; name: string }) {
    const live = await findLiveSecrets(db, module.id)
    const [newest] = live
    const answer = {
      name: module.name,
      secret: newest
        ? this.#keyring.open(
            { ciphertext: newest.ciphertext, keyId: newest.key_id },
            moduleSecretContext(module.id),
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
    sealed: keyring.seal(secret, moduleSecretContext(moduleId)),
    digest: digestOf(secret),
  }
}
