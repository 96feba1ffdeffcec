import type { Db } from '../../server/database/database.ts'
import { openText } from '../../server/outbox/message-seal.ts'
import type { Keyring } from '../../server/secrets/keyring.ts'

/** Returns messages of a channel or recipient, oldest first, with decrypted texts. A deleted text is empty. */
export async function readMessages(
  { db, keyring }: { db: Db; keyring: Keyring },
  { to, channel }: { to?: string; channel?: 'email' | 'sms' },
) {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'subject', 'sealed_text', 'key_id'])
    .$if(to !== undefined, (query) => query.where('recipient', '=', to ?? ''))
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? ''))
    .orderBy('created_at')
    .execute()
  return rows.map(({ id, recipient, subject, sealed_text: ciphertext, key_id: keyId }) => ({
    to: recipient,
    subject,
    text: ciphertext && keyId !== null ? openText(keyring, id, { ciphertext, keyId }).text : '',
  }))
}
