import { sql } from 'kysely'
import type { Favourite } from '../../contract/module-favourites.ts'
import type { Db } from '../database/database.ts'

/** Serialises changes of a user's favourites, so that concurrent calls cannot exceed the maximum. */
export async function lockFavouritesOf(db: Db, userId: number): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function countOtherFavourites(
  db: Db,
  userId: number,
  { company_id, module_id, spid }: Favourite,
): Promise<number> {
  const { count } = await db
    .selectFrom('module_favourites')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .where(
      sql<boolean>`((company_id, module_id) is distinct from (${company_id}::integer, ${module_id}::integer) or spid is distinct from ${spid ?? null}::text)`,
    )
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes the favourites that the user cannot open at this moment. The access page does not show them. */
export async function deleteClosedFavourites(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .deleteFrom('module_favourites as f')
    .where('f.user_id', '=', userId)
    .where(
      sql<boolean>`not exists (select from access_links(${now}::timestamptz) l where l.opens and l.user_id = ${userId}
        and l.company_id = f.company_id and l.module_id = f.module_id and (f.spid is null or l.place_spid = f.spid))`,
    )
    .execute()
}

/** Inserts a favourite and returns whether the user did not have it. */
export async function insertFavourite(
  db: Db,
  { user_id, now, ...favourite }: Favourite & { user_id: number; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('module_favourites')
    .values({ ...favourite, user_id, created_at: now })
    .onConflict((conflict) => conflict.constraint('module_favourites_key').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes a favourite and returns whether the user had it. */
export async function deleteFavourite(
  db: Db,
  userId: number,
  { company_id, module_id, spid }: Favourite,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('module_favourites')
    .where('user_id', '=', userId)
    .where('company_id', '=', company_id)
    .where('module_id', '=', module_id)
    .where(sql<boolean>`spid is not distinct from ${spid ?? null}::text`)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
