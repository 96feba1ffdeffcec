import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition on `users`: invited, but never signed in. Such a user has neither a password of their own nor a last
 * access.
 */
export const isInvited: RawBuilder<boolean> = sql<boolean>`(users.last_access_at is null
  and not exists (select from passwords p where p.user_id = users.id and not p.temporary))`
