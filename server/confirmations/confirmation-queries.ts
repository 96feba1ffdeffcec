import type { ConfirmedOperation } from '../../contract/confirmations.ts'
import type { Db } from '../database/database.ts'

export interface NewConfirmation {
  digest: Buffer
  sessionId: string
  method: 'password' | 'federated'
  operations: readonly ConfirmedOperation[]
  now: Date
  expiresAt: Date
}

export async function insertConfirmation(db: Db, confirmation: NewConfirmation): Promise<void> {
  await db
    .insertInto('confirmations')
    .values({
      digest: confirmation.digest,
      session_id: confirmation.sessionId,
      method: confirmation.method,
      created_at: confirmation.now,
      expires_at: confirmation.expiresAt,
    })
    .execute()
  await db
    .insertInto('confirmation_operations')
    .values(
      confirmation.operations.map((operation) => ({
        confirmation_digest: confirmation.digest,
        ...operation,
      })),
    )
    .execute()
}

/** Housekeeping: confirmations, with their operations, that ran out before this. */
export async function removeOldConfirmations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('confirmations').where('expires_at', '<', before).execute()
}
