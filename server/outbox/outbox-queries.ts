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

/** So many milliseconds from now, by the clock of the database; null where there is no end. */
function inTime(milliseconds: number | undefined) {
  return milliseconds === undefined
    ? null
    : sql<Date>`now() + make_interval(secs => ${milliseconds / 1000})`
}

/**
 * Puts an invitation out: its text is made when it is sent, and the temporary password with it, so that its hours begin
 * then. `inviting` says who invites, in words. One that waits already is replaced, and goes to where the person is now.
 */
export async function enqueueFirstAccess(
  db: Db,
  keyring: Keyring,
  { userId, to, inviting }: { userId: number; to: string; inviting: string },
): Promise<void> {
  await dropFirstAccess(db, userId)
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

/** The subject of every invitation; it says nothing that the maker typed. */
export const firstAccessSubject = 'Seu convite para a Gestão de Acesso'

/** Takes back the invitation of a person; one that is being sent at this moment is not waited for. */
export async function dropFirstAccess(db: Db, userId: number): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('first_access_of', '=', userId)
        .where('sent_at', 'is', null)
        .forUpdate()
        .skipLocked(),
    )
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
  /** Whose invitation it is; null for every message whose text was made with it. */
  firstAccessOf: number | null
}

const isLive = sql<boolean>`(expires_at is null or expires_at > now())`

/**
 * Takes messages that are due, those that people wait for or those that leave at a pace (`bulk`); other
 * processes skip them until the transaction ends.
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

/** The text that an invitation was sent with, for as long as its password is good. */
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

/** Nobody needs it any more. */
export async function dropMessage(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
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
