import { type RawBuilder, sql } from 'kysely'

/** Whether the first access of a user is still to come: neither a password of their own, nor an access. */
export const isInvited: RawBuilder<boolean> = sql<boolean>`(users.last_access_at is null
  and not exists (select from passwords p where p.user_id = users.id and not p.temporary))`
