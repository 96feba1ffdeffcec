import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** The columns of an API token that authentication needs. */
export interface StoredApiToken {
  id: number
  userId: number
  companyId: number
  /** In milliseconds since 1970. */
  expiresAt: number
  revoked: boolean
}

/** Returns the token with this digest, even if it is expired or revoked. Uses one query, on the unique index. */
export async function findApiToken(db: Db, digest: Buffer): Promise<StoredApiToken | undefined> {
  const row = await db
    .selectFrom('api_tokens')
    .select(['id', 'user_id', 'company_id', 'expires_at', 'revoked_at'])
    .where('digest', '=', digest)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      userId: row.user_id,
      companyId: row.company_id,
      expiresAt: row.expires_at?.getTime() ?? Infinity,
      revoked: row.revoked_at !== null,
    }
  )
}

export interface ApiTokenUse {
  at: number
  address: string
}

/**
 * Writes the last uses of many tokens in one statement. Never writes an earlier time than the stored one. Skips rows
 * that are being revoked: waiting for them while holding other locks could deadlock.
 */
export async function flushApiTokenUse(
  db: Db,
  uses: readonly (readonly [id: number, use: ApiTokenUse])[],
): Promise<void> {
  const ids = uses.map(([id]) => id)
  const at = uses.map(([, use]) => new Date(use.at).toISOString())
  const addresses = uses.map(([, { address }]) => address)
  await sql`
    update api_tokens set last_used_at = used.at, last_used_address = used.address
    from unnest(${ids}::integer[], ${at}::timestamptz[], ${addresses}::text[]) as used(id, at, address)
    where api_tokens.id = used.id and coalesce(last_used_at < used.at, true) and api_tokens.id in (
      select id from api_tokens where id = any(${ids}::integer[]) for no key update skip locked)`.execute(
    db,
  )
}
