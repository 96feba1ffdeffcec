import { sql } from 'kysely'

/** Conditions on `users`: the user signs in without an identity provider and has a passkey, or an authenticator app. */
export const hasPasskey = sql<boolean>`not users.federated
  and exists (select from passkeys where passkeys.user_id = users.id)`
export const hasTotp = sql<boolean>`not users.federated
  and exists (select from totp_factors where totp_factors.user_id = users.id)`
