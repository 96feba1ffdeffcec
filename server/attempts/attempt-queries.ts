import type { Db } from '../shared/database.ts'

/** Counts that are still remembered, by key; one query, on the primary key. */
export async function readCounters(db: Db, keys: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('rate_limits')
    .select(['key', 'points'])
    .where('key', 'in', keys)
    .where((eb) => eb.or([eb('expire', 'is', null), eb('expire', '>', Date.now())]))
    .execute()
  return new Map(rows.map((row) => [row.key, row.points]))
}

export async function deleteCounters(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', 'in', keys).execute()
}
