import { randomUUID } from 'node:crypto'
import { type NotNull, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Keyring, Sealed } from '../secrets/keyring.ts'
import { openText, sealText } from './message-seal.ts'

/** A mail or SMS to deliver. */
export interface Message {
  channel: 'email' | 'sms'
  to: string
  subject: string
  text: string
  /** HTML inside the frame that is added when the mail is sent (`mailPage`). */
  html?: string
  /**
   * Lifetime in milliseconds of the code or password in the text. After that time the message is not delivered and its
   * text is deleted.
   */
  secretFor?: number
}

/** Enqueues a message. The message is sent only if the caller's transaction commits. */
export async function enqueueMessage(db: Db, keyring: Keyring, message: Message): Promise<void> {
  const id = randomUUID()
  const { ciphertext, keyId } = sealText(keyring, id, message)
  await db
    .insertInto('outbox')
    .values({
      id,
      channel: message.channel,
      recipient: message.to,
      subject: message.subject,
      sealed_text: ciphertext,
      key_id: keyId,
      expires_at: inTime(message.secretFor),
    })
    .execute()
}

/** Like `enqueueMessage`, as a part of a statement: enqueues a message without a secret if `accepted` has a row. */
export function messageAfter(keyring: Keyring, { channel, to, subject, ...rest }: Message) {
  const id = randomUUID()
  const { ciphertext, keyId } = sealText(keyring, id, rest)
  return sql`
    insert into outbox (id, channel, recipient, subject, sealed_text, key_id)
    select ${id}::uuid, ${channel}, ${to}, ${subject}, ${ciphertext}::bytea, ${keyId} from accepted`
}

/** Returns the time this many milliseconds from now by the database clock; null for undefined. */
function inTime(milliseconds: number | undefined) {
  return milliseconds === undefined
    ? null
    : sql<Date>`now() + make_interval(secs => ${milliseconds / 1000})`
}

/**
 * Enqueues an invitation. The text and the temporary password are generated when the mail is sent, because the
 * password's lifetime begins then. `inviting` names the inviter. Replaces a waiting invitation, which may have another
 * address.
 */
export async function enqueueFirstAccess(
  db: Db,
  keyring: Keyring,
  { userId, to, inviting }: { userId: number; to: string; inviting: string },
): Promise<void> {
  await dropFirstAccess(db, [userId])
  const id = randomUUID()
  const { ciphertext, keyId } = sealText(keyring, id, { text: inviting })
  await db
    .insertInto('outbox')
    .values({
      id,
      channel: 'email',
      recipient: to,
      subject: firstAccessSubject,
      sealed_text: ciphertext,
      key_id: keyId,
      first_access_of: userId,
    })
    .execute()
}

/** Subject of every invitation. Must not contain text typed by the inviter. */
export const firstAccessSubject = 'Seu convite para a Gestão de Acesso'

/** Deletes the waiting invitations of users. Skips an invitation that is being sent instead of waiting for its row. */
export async function dropFirstAccess(db: Db, userIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('first_access_of', 'in', userIds)
        .where('sent_at', 'is', null)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

/** A due message with its encrypted text. */
export interface PendingMessage {
  id: string
  channel: Message['channel']
  to: string
  subject: string
  sealed: Sealed
  attempts: number
  /**
   * For an invitation, the id of the invited user. Null for other messages, whose text was generated when they were
   * enqueued.
   */
  firstAccessOf: number | null
}

const isLive = sql<boolean>`(expires_at is null or expires_at > now())`

/**
 * Locks and returns due messages, either transactional or bulk. Other processes skip them until the transaction ends.
 */
export async function takeDue(db: Db, limit: number, bulk = false): Promise<PendingMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .select([
      'id',
      'channel',
      'recipient',
      'subject',
      'attempts',
      'sealed_text',
      'key_id',
      'first_access_of',
    ])
    .where('sent_at', 'is', null)
    .where('bulk', '=', bulk)
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .where('sealed_text', 'is not', null)
    .where(isLive)
    .orderBy('turn')
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
    firstAccessOf: row.first_access_of,
  }))
}

/** Marks a message as sent. Deletes its text unless `keepText` is set, because users read it in the outbox. */
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

/** Stores the generated text of an invitation. It is kept until its password expires. */
export async function storeSentText(
  db: Db,
  keyring: Keyring,
  id: string,
  { text, secretFor }: Message,
): Promise<void> {
  const { ciphertext, keyId } = sealText(keyring, id, { text })
  await db
    .updateTable('outbox')
    .set({ sealed_text: ciphertext, key_id: keyId, expires_at: inTime(secretFor) })
    .where('id', '=', id)
    .execute()
}

/** Deletes an obsolete message. */
export async function dropMessage(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

/** Deletes the texts of messages whose secret has expired, whether they were sent or not. */
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

/** Deletes unsent messages that expired before this time. */
export async function deleteExpiredMessages(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('sent_at', 'is', null)
    .where('expires_at', '<', before)
    .execute()
}

/** Deletes messages that were sent before this time. Uses `outbox_created_idx`. */
export async function deleteSentMessages(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('created_at', '<', before)
    .where('sent_at', '<', before)
    .execute()
}

/** Records a failed attempt. The next attempt follows after 1, 2, 4 … seconds, at most 15 minutes. */
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

/** Shown on the outbox page of the demo in place of a deleted text. */
const expiredText = 'O código ou a senha desta mensagem já não vale; o texto foi descartado.'

/** Returns the last sent messages, newest first, for the outbox page of the demo. */
export async function listSent(db: Db, keyring: Keyring, limit: number): Promise<SentMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'channel', 'recipient', 'subject', 'sealed_text', 'key_id', 'sent_at'])
    .where('sent_at', 'is not', null)
    // Ordered by the time of sending, because a demo user waits for the message that was sent last. This message may
    // have been created much earlier and retried.
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
