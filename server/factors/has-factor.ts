import { sql } from 'kysely'
import type { OwnFactor } from '../../contract/user-search.ts'

const passkeyExists = sql<boolean>`exists (select from passkeys where passkeys.user_id = users.id)`
const totpExists = sql<boolean>`exists (select from totp_factors where totp_factors.user_id = users.id)`

/** Conditions on `users`: the user signs in without an identity provider and has a passkey, or an authenticator app. */
export const hasPasskey = sql<boolean>`not users.federated and ${passkeyExists}`
export const hasTotp = sql<boolean>`not users.federated and ${totpExists}`

/** Condition on `users`: a passkey or an authenticator app is stored, also if the user signs in with a provider. */
export const hasOwnFactor = sql<boolean>`(${passkeyExists} or ${totpExists})`

/** SQL on `users`: the second factors of the user's own. Two index look-ups for each row. */
export const ownFactor = sql<OwnFactor>`case when users.federated then 'federated'
  when ${hasPasskey} then case when ${hasTotp} then 'passkey-and-app' else 'passkey' end
  when ${hasTotp} then 'app' else 'none' end`
