import { type RawBuilder, sql } from 'kysely'

/** SQL condition on `users`: invited and before the first access, with neither an own password nor an access. */
export const isInvited: RawBuilder<boolean> = sql<boolean>`(users.last_access_at is null
  and not exists (select from passwords p where p.user_id = users.id and not p.temporary))`
