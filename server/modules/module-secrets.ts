import type { Db } from '../shared/database.ts'
import type { Keyring } from '../shared/keyring.ts'
import { digestOf, newHandle } from '../shared/random.ts'

const context = (moduleId: number): string => `module:${moduleId}`

/** The newest live secret of a module in the clear, making one where there is none. */
export async function ensureModuleSecret(db: Db, keyring: Keyring, moduleId: number): Promise<string> {
  const row = await db
    .selectFrom('module_secrets')
    .select(['ciphertext', 'key_id'])
    .where('module_id', '=', moduleId)
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (row) return keyring.open({ ciphertext: row.ciphertext, keyId: row.key_id }, context(moduleId))
  const secret = newHandle()
  const { ciphertext, keyId } = keyring.seal(secret, context(moduleId))
  await db
    .insertInto('module_secrets')
    .values({ module_id: moduleId, slot: 1, ciphertext, key_id: keyId, digest: digestOf(secret) })
    .execute()
  return secret
}
