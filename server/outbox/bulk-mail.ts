import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { sealText } from './message-seal.ts'
import { firstAccessSubject, type Message } from './outbox-queries.ts'

/** Maximum number of rows per INSERT. */
const maxRowsPerInsert = 1000

/** A mail without an expiring secret, for example a notice. */
export type BulkMessage = Pick<Message, 'to' | 'subject' | 'text' | 'html'>

/** Invitation of a new user. The text and temporary password are generated when the mail is sent. */
export interface BulkInvitation {
  userId: number
  to: string
  /** Name of the inviting person or company, for the text. */
  inviting: string
}

/**
 * Enqueues bulk mail, which is sent at a limited rate and after transactional mail. The mails of several writes are
 * sent in turn (decision 32). A notice that one user can trigger for another belongs here too. Otherwise repeated
 * blocking of accounts could delay one-time codes until they expire.
 */
export async function enqueueBulk(
  db: Db,
  keyring: Keyring,
  {
    messages = [],
    invitations = [],
  }: { messages?: readonly BulkMessage[]; invitations?: readonly BulkInvitation[] },
): Promise<void> {
  const all = [
    ...messages.map(({ to, subject, ...text }) => ({ to, subject, text, firstAccessOf: null })),
    ...invitations.map(({ userId, to, inviting }) => ({
      to,
      subject: firstAccessSubject,
      text: { text: inviting },
      firstAccessOf: userId,
    })),
  ]
  if (all.length === 0) return
  const due = await nextTurn(db)
  for (let from = 0; from < all.length; from += maxRowsPerInsert) {
    const rows = all.slice(from, from + maxRowsPerInsert).map(({ text, ...row }, place) => {
      const id = randomUUID()
      const { ciphertext, keyId } = sealText(keyring, id, text)
      const turn = due + from + place
      return { id, ...row, sealed: ciphertext.toString('hex'), keyId, turn }
    })
    await sql`insert into outbox (id, channel, recipient, subject, sealed_text, key_id, first_access_of, bulk, turn)
      select id, 'email', "to", subject, decode(sealed, 'hex'), "keyId", "firstAccessOf", true, turn
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as mail(id uuid, "to" text, subject text, sealed text, "keyId" text, "firstAccessOf" integer, turn integer)`.execute(
      db,
    )
  }
}

/**
 * Returns the smallest turn among bulk mails that were not tried yet; 0 if there are none. Ignores retries, which have
 * already had their turn.
 */
async function nextTurn(db: Db): Promise<number> {
  const { rows } = await sql<{ turn: number | null }>`
    select min(turn) as turn from outbox where bulk and sent_at is null and attempts = 0`.execute(
    db,
  )
  return rows[0]?.turn ?? 0
}

/**
 * Returns whether the next bulk mail may be sent now. Locks the rate until the transaction ends, so that no other
 * process sends.
 */
export async function lockBulkRate(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from outbox_pace where next_at <= now() for update skip locked`.execute(db)
  return rows.length > 0
}

/** Delays the next bulk mail. The delay applies after a refusal too, so that a refusing server is not called faster. */
export async function delayNextBulk(db: Db, milliseconds: number): Promise<void> {
  await sql`update outbox_pace set next_at = now() + make_interval(secs => ${milliseconds / 1000})`.execute(
    db,
  )
}
