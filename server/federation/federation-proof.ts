import type { Db } from '../database/database.ts'
import { digestOf } from '../secrets/random.ts'

/**
 * Uses up the proof that the popup received. Returns false if the proof was used, has expired or belongs to another
 * session.
 */
export async function takeProof(
  db: Db,
  sessionId: string,
  token: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('federated_flows')
    .set({ proof_used_at: now })
    .where('proof_digest', '=', digestOf(token))
    .where('session_id', '=', sessionId)
    .where('purpose', '=', 'validating')
    .where('proof_used_at', 'is', null)
    .where('proof_expires_at', '>', now)
    .returning('state_digest')
    .executeTakeFirst()
  return row !== undefined
}
