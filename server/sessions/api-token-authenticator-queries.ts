import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** What must be known of an API token to let a program through. */
export interface StoredApiToken {
  id: number
  userId: number
  /** Where it acts. */
  companyId: number
  /** Milliseconds since 1970 from which it opens nothing. */
  expiresAt: number
  revoked: boolean
}

/** One query, on the unique index: the token with this digest, alive or not. */
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

/** When and from where a token was last used. */
export interface ApiTokenUse {
  at: number
  address: string
}

/**
 * Writes the last uses of many tokens in one statement; never moves one back. Rows that somebody revokes at this moment
 * are skipped: waiting while holding others could deadlock.
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
