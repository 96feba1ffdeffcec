import type { ConfirmedOperation } from '../../contract/confirmed-operation.ts'
import { sql } from 'kysely'
import type { Place } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import type { WriteParts } from '../database/write-parts.ts'

/** How the user confirmed their identity. */
export type ConfirmationMethod = 'password' | 'federated' | 'passkey'

export interface NewConfirmation {
  digest: Buffer
  sessionId: string
  /** Company and SPID of the request's token; undefined for the initial token. */
  place: Pick<Place, 'companyId' | 'spid'> | undefined
  method: ConfirmationMethod
  operations: readonly ConfirmedOperation[]
  now: Date
  expiresAt: Date
}

/** Returns the parts of a statement that inserts a confirmation with its operations. */
export function newConfirmation(confirmation: NewConfirmation): WriteParts {
  const { digest, sessionId, place, method, operations, now, expiresAt } = confirmation
  return {
    accepted: sql`
      insert into confirmations (digest, session_id, company_id, spid, method, created_at, expires_at)
      values (${digest}, ${sessionId}, ${place?.companyId ?? null}, ${place?.spid ?? null}, ${method}, ${now}, ${expiresAt}) returning digest`,
    operation: sql`
      insert into confirmation_operations (confirmation_digest, method, path, body_sha256)
      select accepted.digest, named.* from accepted, unnest(${operations.map((each) => each.method)}::text[],
        ${operations.map((each) => each.path)}::text[], ${operations.map((each) => each.body_sha256)}::text[]) as named`,
  }
}

/** Deletes confirmations that expired before this instant, with their operations. */
export async function deleteExpiredConfirmations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('confirmations').where('expires_at', '<', before).execute()
}
