import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../database/database-types.ts'
import { recordAudit } from '../../audit/audit.ts'

/** Number of ended sessions, of revoked API tokens, and of removed signing keys. */
export interface EndedAccess {
  sessions: number
  apiTokens: number
  signingKeys: number
}

/** Backup that was restored. Undefined after a point-in-time recovery. */
interface RestoredBackup {
  version: string
  taken_at: string
}

/**
 * Ends everything that gives access without a password: sessions with their tokens, API tokens, unfinished sign-ins,
 * recoveries, changes of e-mails, confirmations and one-time codes. A restored database would otherwise accept what was
 * revoked or used after the backup. Removes the signing keys too: one of them may have been removed after the backup
 * because it was compromised, and no token needs them any more. The server creates a new one. Records one audit event.
 * Runs in the caller's transaction.
 */
export async function endAccess(
  client: pg.Client,
  backup: RestoredBackup | undefined,
  requestId: string,
): Promise<EndedAccess> {
  const count = async (statement: string): Promise<number> =>
    (await client.query(statement)).rowCount ?? 0
  const sessions = await count(
    `update sessions set ended_at = now(), end_reason = 'administrator' where ended_at is null`,
  )
  await count('update tokens set revoked_at = now() where revoked_at is null')
  // As in revoke_api_tokens() (database/tables/api-tokens.sql): the rows stay as history.
  const apiTokens = await count(
    `update api_tokens set closed_at = now(), revoked_at = case when expires_at <= now() then null else now() end
     where closed_at is null`,
  )
  // As in close_account_doors() (database/tables/account-doors.sql).
  await count('update challenges set used_at = now() where used_at is null')
  await count('delete from recovery_passwords')
  // One that was cancelled after the backup must not take effect.
  for (const table of ['recoveries', 'email_changes'])
    await count(
      `update ${table} set cancelled_at = now() where cancelled_at is null and done_at is null`,
    )
  await count('delete from one_time_codes where used_at is null')
  await count('update confirmations set expires_at = created_at where expires_at > created_at')
  await count(
    `update federated_flows set used_at = coalesce(used_at, now()),
       proof_used_at = case when proof_digest is not null then coalesce(proof_used_at, now()) end
     where used_at is null or (proof_digest is not null and proof_used_at is null)`,
  )
  const signingKeys = await count('delete from signing_keys')
  await recordAudit(dbOn(client), {
    operation: 'restoreDatabase',
    event: 'database.restored',
    after: {
      backup_version: backup?.version ?? null,
      backup_taken_at: backup?.taken_at ?? null,
      ended_sessions: sessions,
      revoked_api_tokens: apiTokens,
      removed_signing_keys: signingKeys,
    },
    address: '',
    requestId,
  })
  return { sessions, apiTokens, signingKeys }
}

/** Returns a query builder on the client's connection, and so in its transaction. */
function dbOn(client: pg.Client): Kysely<Database> {
  const connection = Object.assign(client, { release: () => undefined })
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve() }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
