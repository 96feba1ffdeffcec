import type { Db } from '../database/database.ts'

/** Returns open invitations of active companies. */
export function listInvitations(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('company_invitations as ci')
    .innerJoin('companies', 'companies.id', 'ci.company_id')
    .select([
      'ci.id',
      'ci.created_at',
      'ci.expires_at',
      'companies.id as company_id',
      'companies.name',
      'companies.document',
    ])
    .where('ci.user_id', '=', userId)
    .where('ci.declined_at', 'is', null)
    .where('ci.expires_at', '>', now)
    .where('companies.active', '=', true)
    .orderBy('ci.created_at', 'desc')
    .orderBy('ci.id')
    .execute()
}

interface NewInvitation {
  userId: number
  companies: readonly number[]
  by: number
  now: Date
  expiresAt: Date
}

/**
 * Invites a user to companies. Returns those companies that had no valid invitation before. An expired invitation is
 * renewed. A declined one is renewed only after its expiry.
 */
export async function insertInvitations(
  db: Db,
  { userId, companies, by, now, expiresAt }: NewInvitation,
): Promise<number[]> {
  const rows = await db
    .insertInto('company_invitations')
    .values(
      companies.map((company) => ({
        user_id: userId,
        company_id: company,
        invited_by: by,
        created_at: now,
        expires_at: expiresAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .constraint('company_invitations_key')
        .doUpdateSet({ invited_by: by, created_at: now, expires_at: expiresAt, declined_at: null })
        .where('company_invitations.expires_at', '<=', now),
    )
    .returning('company_id')
    .execute()
  return rows.map(({ company_id }) => company_id)
}

interface OpenInvitation {
  id: number
  userId: number
  now: Date
}

/** Deletes an open invitation of an active company. Returns the company; undefined if there is no such invitation. */
export async function takeInvitation(
  db: Db,
  { id, userId, now }: OpenInvitation,
): Promise<number | undefined> {
  const row = await db
    .deleteFrom('company_invitations')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('declined_at', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('companies')
          .select('companies.id')
          .whereRef('companies.id', '=', 'company_invitations.company_id')
          .where('companies.active', '=', true),
      ),
    )
    .returning('company_id')
    .executeTakeFirst()
  return row?.company_id
}

/** Removes a user's binding to any other company, because a user of several companies must be bound to none. */
export async function unbindFromOthers(db: Db, userId: number, company: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ company_id: null })
    .where('id', '=', userId)
    .where('company_id', '!=', company)
    .execute()
}

/** Declines an open invitation. Returns its company; undefined if there is no such invitation. */
export async function declineInvitation(
  db: Db,
  { id, userId, now }: OpenInvitation,
): Promise<number | undefined> {
  const row = await db
    .updateTable('company_invitations')
    .set({ declined_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('declined_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('company_id')
    .executeTakeFirst()
  return row?.company_id
}

/** Deletes all invitations of a user, even those that were accepted or declined. */
export async function dropInvitationsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('company_invitations').where('user_id', '=', userId).execute()
}

/** Deletes invitations that expired before this time. */
export async function deleteExpiredInvitations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('company_invitations').where('expires_at', '<', before).execute()
}
