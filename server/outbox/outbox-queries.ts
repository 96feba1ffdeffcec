import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** A mail or SMS to be delivered. */
export interface Message {
  channel: 'email' | 'sms'
  to: string
  subject: string
  text: string
  html?: string
}

/** Puts a message out in the transaction that causes it: it is sent if, and only if, that commits. */
export async function enqueueMessage(db: Db, message: Message): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      channel: message.channel,
      recipient: message.to,
      subject: message.subject,
      body_text: message.text,
      body_html: message.html ?? null,
    })
    .execute()
}

export interface PendingMessage extends Message {
  id: string
  attempts: number
}

/** Takes messages that are due; other processes skip them until the transaction ends. */
export async function takeDue(db: Db, limit: number): Promise<PendingMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'channel', 'recipient', 'subject', 'body_text', 'body_html', 'attempts'])
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel === 'sms' ? 'sms' : 'email',
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    ...(row.body_html !== null && { html: row.body_html }),
    attempts: row.attempts,
  }))
}

/** Delivered: what was sent through a real gateway is emptied, for it may have carried a code or a password. */
export async function markSent(db: Db, id: string, keepText: boolean): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      sent_at: sql<Date>`now()`,
      last_error: null,
      ...(!keepText && { body_text: '', body_html: null }),
    })
    .where('id', '=', id)
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

/** The last messages, newest first: what the outbox page of the demo shows. */
export async function listSent(db: Db, limit: number): Promise<SentMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'channel', 'recipient', 'subject', 'body_text', 'sent_at'])
    .where('sent_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    sentAt: row.sent_at?.toISOString() ?? '',
  }))
}
