import type { ConstraintMeanings } from '../binder/constraints.ts'
import type { Db } from '../database/database.ts'
import type { Sealed } from '../secrets/keyring.ts'

export const moduleSecretConstraints: ConstraintMeanings = {
  module_secrets_live_slot_key: { problems: ['module-secret-two-live'] },
}

/** The live secrets of a module, newest first, still sealed. */
export function findLiveSecrets(db: Db, moduleId: number) {
  return db
    .selectFrom('module_secrets')
    .leftJoin('users', 'users.id', 'module_secrets.created_by')
    .select([
      'module_secrets.id',
      'module_secrets.slot',
      'module_secrets.ciphertext',
      'module_secrets.key_id',
      'module_secrets.created_at',
      'module_secrets.last_used_at',
      'users.name as created_by',
    ])
    .where('module_secrets.module_id', '=', moduleId)
    .where('module_secrets.retired_at', 'is', null)
    .orderBy('module_secrets.created_at', 'desc')
    .orderBy('module_secrets.id', 'desc')
    .execute()
}

export interface NewSecret {
  moduleId: number
  slot: number
  sealed: Sealed
  digest: Buffer
  /** Absent where the system makes it. */
  createdBy?: number
}

export async function insertSecret(
  db: Db,
  { moduleId, slot, sealed, digest, createdBy }: NewSecret,
): Promise<number> {
  const { id } = await db
    .insertInto('module_secrets')
    .values({
      module_id: moduleId,
      slot,
      ciphertext: sealed.ciphertext,
      key_id: sealed.keyId,
      digest,
      created_by: createdBy ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function retireSecret(
  db: Db,
  id: number,
  retired: { by: number; at: Date },
): Promise<void> {
  await db
    .updateTable('module_secrets')
    .set({ retired_at: retired.at, retired_by: retired.by })
    .where('id', '=', id)
    .execute()
}
