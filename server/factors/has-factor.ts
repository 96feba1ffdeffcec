import { sql } from 'kysely'

/** Conditions: a user who signs in here has a passkey, or an authenticator app. */
export const hasPasskey = sql<boolean>`not users.federated
  and exists (select from passkeys where passkeys.user_id = users.id)`
export const hasTotp = sql<boolean>`not users.federated
  and exists (select from totp_factors where totp_factors.user_id = users.id)`
