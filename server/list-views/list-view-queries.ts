import { sql } from 'kysely'
import type { ListView } from '../../contract/list-views.ts'
import type { ViewedList } from '../../contract/viewed-lists.ts'
import type { Db } from '../database/database.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'

export const listViewConstraints: ConstraintMeanings = {
  list_views_key: { problems: ['list-view-name-in-use'], field: 'name' },
}

/** Owner of a view: a user, or a company. */
export type ViewOwner = { userId: number } | { companyId: number }

/** A caller, who reads the views of this user and of this company. */
interface Reader {
  userId: number
  companyId: number
}

const ownerColumns = (owner: ViewOwner) =>
  'userId' in owner
    ? { user_id: owner.userId, company_id: null }
    : { user_id: null, company_id: owner.companyId }

const columns = [
  'id',
  'name',
  sql<ViewedList>`list`.as('list'),
  sql<Record<string, string>>`query`.as('query'),
  sql<boolean>`company_id is not null`.as('shared'),
] as const

const visibleTo = ({ userId, companyId }: Reader) =>
  sql<boolean>`(user_id = ${userId} or company_id = ${companyId})`

/** Returns the views of a list that the caller reads, own views first, by name. */
export function findViews(db: Db, reader: Reader, list: ViewedList): Promise<ListView[]> {
  return db
    .selectFrom('list_views')
    .select(columns)
    .where('list', '=', list)
    .where(visibleTo(reader))
    .orderBy(sql`company_id is not null`)
    .orderBy(sql`lower(name) collate natural_order`)
    .orderBy('id')
    .execute()
}

/** Locks and returns a view that the caller reads. */
export function lockView(db: Db, reader: Reader, id: number): Promise<ListView | undefined> {
  return db
    .selectFrom('list_views')
    .select(columns)
    .where('id', '=', id)
    .where(visibleTo(reader))
    .forUpdate()
    .executeTakeFirst()
}

/** Serialises new views of a user or company, so that concurrent calls cannot exceed the maximum. */
export async function lockViewsOf(db: Db, owner: ViewOwner): Promise<void> {
  const row =
    'userId' in owner
      ? db.selectFrom('users').select('id').where('id', '=', owner.userId)
      : db.selectFrom('companies').select('id').where('id', '=', owner.companyId)
  await row.forNoKeyUpdate().executeTakeFirstOrThrow()
}

export async function countViews(db: Db, owner: ViewOwner, list: ViewedList): Promise<number> {
  const { user_id, company_id } = ownerColumns(owner)
  const { count } = await db
    .selectFrom('list_views')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('list', '=', list)
    .where(
      user_id === null
        ? sql<boolean>`company_id = ${company_id}`
        : sql<boolean>`user_id = ${user_id}`,
    )
    .executeTakeFirstOrThrow()
  return count
}

interface Contents {
  name: string
  query: Record<string, string>
}

export function insertView(
  db: Db,
  owner: ViewOwner,
  { list, name, query, now }: Contents & { list: ViewedList; now: Date },
): Promise<ListView> {
  return db
    .insertInto('list_views')
    .values({
      ...ownerColumns(owner),
      list,
      name,
      query: JSON.stringify(query),
      created_at: now,
      updated_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export function updateView(
  db: Db,
  id: number,
  { name, query, now }: Contents & { now: Date },
): Promise<ListView> {
  return db
    .updateTable('list_views')
    .set({ name, query: JSON.stringify(query), updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function deleteView(db: Db, id: number): Promise<void> {
  await db.deleteFrom('list_views').where('id', '=', id).execute()
}
