import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'

/**
 * Returns every right in the database, one per line: assignments, access, and the contents of profiles, plans and API
 * tokens.
 */
export async function rightsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ right: string }>`
    select 'held ' || to_jsonb(up)::text as right from user_profiles up
    union all select 'profile ' || id from profiles where active
    union all select 'function ' || to_jsonb(pf)::text from profile_functions pf
    union all select 'action ' || to_jsonb(pa)::text from profile_actions pa
    union all select 'lent ' || to_jsonb(dp)::text from delegation_profiles dp
    union all select 'token ' || id from api_tokens where revoked_at is null
    union all select 'secret ' || id from module_secrets where retired_at is null
    union all select distinct 'enters ' || u.id from users u join user_profiles up on up.user_id = u.id
      where u.active and not u.suspended
    union all select 'plan ' || to_jsonb(sg)::text from seat_grants sg`.execute(db)
  return rows.map(({ right }) => right)
}

/** Returns the rights that exist after the work and not before. */
export async function rightsGainedBy(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const before = new Set(await rightsOf(db))
  await work()
  return (await rightsOf(db)).filter((right) => !before.has(right))
}
