import { sql } from 'kysely'
import type { OwnFactor } from '../../contract/user-search.ts'

/** Conditions on `users`: the user signs in without an identity provider and has a passkey, or an authenticator app. */
export const hasPasskey = sql<boolean>`not users.federated
  and exists (select from passkeys where passkeys.user_id = users.id)`
export const hasTotp = sql<boolean>`not users.federated
  and exists (select from totp_factors where totp_factors.user_id = users.id)`

/** SQL on `users`: the second factors of the user's own. Two index look-ups for each row. */
export const ownFactor = sql<OwnFactor>`case when users.federated then 'federated'
  when ${hasPasskey} then case when ${hasTotp} then 'passkey-and-app' else 'passkey' end
  when ${hasTotp} then 'app' else 'none' end`
