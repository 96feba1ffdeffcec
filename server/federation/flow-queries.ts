import type { FederationPurpose } from '../../contract/federation.ts'
import type { Db } from '../database/database.ts'

export interface NewFlow {
  stateDigest: Buffer
  purpose: FederationPurpose
  providerId: number | null
  issuer: string
  nonce: string
  codeVerifier: string
  browserDigest: Buffer
  sessionId: string | null
  now: Date
  expiresAt: Date
}

export async function insertFlow(db: Db, flow: NewFlow): Promise<void> {
  await db
    .insertInto('federated_flows')
    .values({
      state_digest: flow.stateDigest,
      purpose: flow.purpose,
      provider_id: flow.providerId,
      issuer: flow.issuer,
      nonce: flow.nonce,
      code_verifier: flow.codeVerifier,
      browser_digest: flow.browserDigest,
      session_id: flow.sessionId,
      created_at: flow.now,
      expires_at: flow.expiresAt,
    })
    .execute()
}

export type TakenFlow = NonNullable<Awaited<ReturnType<typeof takeFlow>>>

/**
 * Uses up a flow for the browser that began it, and returns it; undefined the second time. A late response, or one at
 * another provider's address, uses up the flow too.
 */
export async function takeFlow(
  db: Db,
  { stateDigest, browserDigest, now }: { stateDigest: Buffer; browserDigest: Buffer; now: Date },
) {
  return db
    .updateTable('federated_flows')
    .set({ used_at: now })
    .where('state_digest', '=', stateDigest)
    .where('browser_digest', '=', browserDigest)
    .where('used_at', 'is', null)
    .returning([
      'state_digest',
      'purpose',
      'provider_id',
      'issuer',
      'nonce',
      'code_verifier',
      'session_id',
      'created_at',
      'expires_at',
    ])
    .executeTakeFirst()
}

export async function storeProof(
  db: Db,
  stateDigest: Buffer,
  proof: { digest: Buffer; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('federated_flows')
    .set({ proof_digest: proof.digest, proof_expires_at: proof.expiresAt })
    .where('state_digest', '=', stateDigest)
    .execute()
}

/** Deletes flows that expired before this time. */
export async function removeOldFlows(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('federated_flows').where('expires_at', '<', before).execute()
}
