import { randomUUID } from 'node:crypto'
import { type NotNull, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Keyring, Sealed } from '../secrets/keyring.ts'
import { openText, sealText } from './message-seal.ts'

/** A mail or SMS to be delivered. */
export interface Message {
  channel: 'email' | 'sms'
  to: string
  subject: string
  text: string
  html?: string
  /** For how many milliseconds the code or password in it is good; later it is not delivered, and its text is dropped. */
  secretFor?: number
}

/** Puts a message out in the transaction that causes it: it is sent if, and only if, that commits. */
export async function enqueueMessage(db: Db, keyring: Keyring, message: Message): Promise<void> {
  const id = randomUUID()
  const { ciphertext, keyId } = sealText(keyring, id, message)
  const { secretFor } = message
  await db
    .insertInto('outbox')
    .values({
      id,
      channel: message.channel,
      recipient: message.to,
      subject: message.subject,
      sealed_text: ciphertext,
      key_id: keyId,
      expires_at:
        secretFor === undefined
          ? null
          : sql<Date>`now() + make_interval(secs => ${secretFor / 1000})`,
    })
    .execute()
}

/** A message that is due, its text still sealed. */
export interface PendingMessage {
  id: string
  channel: Message['channel']
  to: string
  subject: string
  sealed: Sealed
  attempts: number
}

const isLive = sql<boolean>`(expires_at is null or expires_at > now())`

/** Takes messages that are due; other processes skip them until the transaction ends. */
export async function takeDue(db: Db, limit: number): Promise<PendingMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'channel', 'recipient', 'subject', 'attempts', 'sealed_text', 'key_id'])
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .where('sealed_text', 'is not', null)
    .where(isLive)
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .$narrowType<{ sealed_text: NotNull; key_id: NotNull }>()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel === 'sms' ? 'sms' : 'email',
    to: row.recipient,
    subject: row.subject,
    sealed: { ciphertext: row.sealed_text, keyId: row.key_id },
    attempts: row.attempts,
  }))
}

/** Delivered; what a real gateway has is emptied here. */
export async function markSent(db: Db, id: string, keepText: boolean): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      sent_at: sql<Date>`now()`,
      last_error: null,
      ...(!keepText && { sealed_text: null, key_id: null }),
    })
    .where('id', '=', id)
    .execute()
}

/** Drops the texts whose secret has run out, delivered or not. */
export async function dropExpiredTexts(db: Db): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sealed_text: null, key_id: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('sealed_text', 'is not', null)
        .where('expires_at', '<=', sql<Date>`now()`)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

/** Housekeeping: messages that ran out before this and never arrived. */
export async function removeExpiredMessages(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('sent_at', 'is', null)
    .where('expires_at', '<', before)
    .execute()
}

/** Not delivered: tried again after 1, 2, 4 … s, at the most 15 min later. */
export async function markFailed(
  db: Db,
  id: string,
  attempts: number,
  reason: string,
): Promise<void> {
  const delay = Math.min(2 ** attempts, 900)
  await db
    .updateTable('outbox')
    .set({
      attempts: attempts + 1,
      last_error: reason,
      next_attempt_at: sql<Date>`now() + make_interval(secs => ${delay})`,
    })
    .where('id', '=', id)
    .execute()
}

export interface SentMessage {
  id: string
  channel: string
  to: string
  subject: string
  text: string
  sentAt: string
}

/** What the outbox page of the demo shows in place of a text that was dropped. */
const expiredText = 'O código ou a senha desta mensagem já não vale; o texto foi descartado.'

/** The messages that went out last, the last one first: what the outbox page of the demo shows. */
export async function listSent(db: Db, keyring: Keyring, limit: number): Promise<SentMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'channel', 'recipient', 'subject', 'sealed_text', 'key_id', 'sent_at'])
    .where('sent_at', 'is not', null)
    // Not by their making: one that was tried again for long is the newest to whoever waits for it.
    .orderBy('sent_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    to: row.recipient,
    subject: row.subject,
    text:
      row.sealed_text && row.key_id !== null
        ? openText(keyring, row.id, { ciphertext: row.sealed_text, keyId: row.key_id }).text
        : expiredText,
    sentAt: row.sent_at?.toISOString() ?? '',
  }))
}
