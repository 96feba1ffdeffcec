import type { FoundPasskey } from './passkey-queries.ts'
import type { PasskeyUse } from './verify-passkey.ts'

/** Returns what the audit event of the use of a passkey contains. A decreased counter hints at a copy of the passkey. */
export function passkeyInEvent(
  { passkey_id, passkey_name }: Pick<FoundPasskey, 'passkey_id' | 'passkey_name'>,
  { counter_decreased }: PasskeyUse,
) {
  return {
    passkey_id,
    passkey: passkey_name,
    ...(counter_decreased && { counter_decreased: true }),
  }
}
