import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { sealText } from './message-seal.ts'
import { firstAccessSubject, type Message } from './outbox-queries.ts'

/** So many rows go to the database in one statement. */
const rowsAtOnce = 1000

/** A mail without a secret that runs out, such as a notice. */
export type BulkMessage = Pick<Message, 'to' | 'subject' | 'text' | 'html'>

/** The invitation of a person who was just made; its text and its temporary password are made when it leaves. */
export interface BulkInvitation {
  userId: number
  to: string
  /** Who invites, in words. */
  inviting: string
}

/**
 * Puts out many mails of one write: they leave at a pace, behind those that people wait for, and by turns with those of
 * other writes (decision 32). So do notices that somebody causes to others, be it to one: by blocking people one by one,
 * again and again, nobody keeps one-time codes waiting until they run out.
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
  const due = await dueTurn(db)
  for (let from = 0; from < all.length; from += rowsAtOnce) {
    const rows = all.slice(from, from + rowsAtOnce).map(({ text, ...row }, place) => {
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

/** The turn of many mails that is due; what waits to be tried again has had its own. */
async function dueTurn(db: Db): Promise<number> {
  const { rows } = await sql<{ turn: number | null }>`
    select min(turn) as turn from outbox where bulk and sent_at is null and attempts = 0`.execute(
    db,
  )
  return rows[0]?.turn ?? 0
}

/** Whether the next of many mails may leave now; no other process sends any until the transaction ends. */
export async function takePace(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from outbox_pace where next_at <= now() for update skip locked`.execute(db)
  return rows.length > 0
}

/** Has the next ones wait, arrived or not: a server that refuses is asked no faster. */
export async function keepPace(db: Db, milliseconds: number): Promise<void> {
  await sql`update outbox_pace set next_at = now() + make_interval(secs => ${milliseconds / 1000})`.execute(
    db,
  )
}
