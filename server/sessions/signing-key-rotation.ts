import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type AuditEvent, recordAudit } from '../audit/audit.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { after, minutes } from '../shared/clock.ts'
import { insertAnnouncedKey, readSigningKeys, type SigningKeyRow } from './signing-key-queries.ts'
import { trustAfterRetirement } from './signing-keys.ts'

/**
 * Minimum time from the announcement of a key to its activation: twice the time for which clients may cache the JWKS
 * (`cache-control`). Processes of the server know the key within a second.
 */
export const activationDelay = minutes(10)

/** A state of a signing key (docs/glossary.md). */
export interface SigningKeyState {
  kid: string
  state: 'announced' | 'active' | 'retired'
  createdAt: Date
  activatedAt: Date | null
  retiredAt: Date | null
  /** When tokens of a retired key are no longer accepted. */
  trustedUntil: Date | null
}

/** Returns the states of all keys, the newest first. */
export async function listSigningKeys(db: Db): Promise<SigningKeyState[]> {
  return (await readSigningKeys(db)).map(stateOf)
}

/** Creates a key that is published and accepted, and not yet used for signing. */
export function announceSigningKey(db: Db, keyring: Keyring): Promise<SigningKeyState> {
  return changing(db, async (within, keys) => {
    const announced = keys.find(({ state }) => state === 'announced')
    if (announced)
      throw new Error(
        `the key ${announced.kid} is announced already: activate it, or remove it with "retire ${announced.kid}"`,
      )
    const kid = await insertAnnouncedKey(within, keyring)
    await audit(within, {
      operation: 'announceSigningKey',
      event: 'signing-key.announced',
      after: { signing_key: kid },
    })
    return kid
  })
}

/**
 * Makes the announced key the one that signs. The key before it is retired: accepted until its last token has expired.
 * `immediately` skips the waiting time, after which all clients know the key.
 */
export function activateSigningKey(
  db: Db,
  keyring: Keyring,
  { immediately }: { immediately: boolean },
): Promise<SigningKeyState> {
  return changing(db, async (within, keys) => {
    const next = keys.find(({ state }) => state === 'announced')
    if (!next) throw new Error('no key is announced: announce one first')
    keyring.requireKey(next.encryptedWith)
    const earliest = after(next.createdAt, activationDelay)
    if (!immediately && earliest > (await databaseTime(within)))
      throw new Error(
        `modules may have a copy of the published keys without this one: activate it after ${earliest.toISOString()}, or pass --now if no module verifies tokens offline`,
      )
    const previous = keys.find(({ state }) => state === 'active')
    if (previous)
      await within
        .updateTable('signing_keys')
        .set({ retired_at: sql`now()` })
        .where('id', '=', previous.kid)
        .execute()
    await within
      .updateTable('signing_keys')
      .set({ activated_at: sql`now()` })
      .where('id', '=', next.kid)
      .execute()
    await audit(within, {
      operation: 'activateSigningKey',
      event: 'signing-key.activated',
      after: { signing_key: next.kid, retired_key: previous?.kid ?? null },
    })
    return next.kid
  })
}

/**
 * Removes an announced key; or, with `immediately`, a retired key before its last token has expired, so that all users
 * who have such a token must sign in again.
 */
export async function retireSigningKey(
  db: Db,
  kid: string,
  { immediately }: { immediately: boolean },
): Promise<void> {
  await changing(db, async (within, keys) => {
    const key = keys.find((one) => one.kid === kid)
    if (!key) throw new Error(`there is no key ${kid}`)
    if (key.state === 'active')
      throw new Error('the key is active: announce and activate another one, which retires it')
    if (key.state === 'retired' && !immediately)
      throw new Error(
        `the key is retired, and is removed after ${key.trustedUntil?.toISOString()}: pass --now to refuse its tokens at once, so that their users must sign in again`,
      )
    await within.deleteFrom('signing_keys').where('id', '=', kid).execute()
    await audit(within, {
      operation: 'removeSigningKey',
      event: 'signing-key.removed',
      before: { signing_key: kid },
    })
    return kid
  })
}

/** Locks the table, so that changes run one after the other. Returns the state of the key that `change` returns. */
async function changing(
  db: Db,
  change: (
    within: Db,
    keys: readonly (SigningKeyState & { encryptedWith: string })[],
  ) => Promise<string>,
): Promise<SigningKeyState> {
  return db.transaction().execute(async (within) => {
    await sql`lock table signing_keys in share row exclusive mode`.execute(within)
    const rows = await readSigningKeys(within)
    const before = rows.map((row) => ({ ...stateOf(row), encryptedWith: row.key_id }))
    const kid = await change(within, before)
    const changed = [...(await listSigningKeys(within)), ...before].find((key) => key.kid === kid)
    if (!changed) throw new Error('The changed key is missing.')
    return changed
  })
}

async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  return rows[0]?.now ?? new Date()
}

async function audit(
  db: Db,
  event: Pick<AuditEvent, 'operation' | 'event' | 'before' | 'after'>,
): Promise<void> {
  await recordAudit(db, { ...event, address: '', requestId: randomUUID() })
}

function stateOf({ id, created_at, activated_at, retired_at }: SigningKeyRow): SigningKeyState {
  return {
    kid: id,
    state: retired_at ? 'retired' : activated_at ? 'active' : 'announced',
    createdAt: created_at,
    activatedAt: activated_at,
    retiredAt: retired_at,
    trustedUntil: retired_at && after(retired_at, trustAfterRetirement),
  }
}
