import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition on `users`: invited, but never signed in. Such a user has neither a password of their own nor a last
 * access.
 */
export const isInvited: RawBuilder<boolean> = sql<boolean>`(users.last_access_at is null
  and not exists (select from passwords p where p.user_id = users.id and not p.temporary))`

/** Condition: the user's current password has expired. Users of identity providers have no password. */
export const hasExpiredPassword = (now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from passwords p where p.user_id = users.id and p.superseded_at is null and p.expires_at <= ${now})`
