import type { Db } from '../../database/database.ts'
import { type NoteVerifier, readVerifierKey } from '../log/signed-note.ts'
import { readVerifierKeyOf } from '../sealing/audit-key.ts'
import { databaseLog } from './database-log.ts'
import type { LogSource } from './log-source.ts'
import { BrokenTrail, verifyLog, type WholeLog } from './verify-log.ts'
import { verifyRows } from './verify-rows.ts'

/** Result of a successful verification of log and values. */
export interface WholeTrail extends WholeLog {
  /** Number of unsealed events. */
  waiting: number
}

/** The log of a database in a transaction, with its public key. */
export interface TrailAtOneMoment {
  db: Db
  source: LogSource
  verifierKey: string
}

/** Reads the log in one snapshot while the server keeps writing. */
export function atOneMoment<T>(db: Db, read: (trail: TrailAtOneMoment) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (within) => read(await readTrail(within)))
}

export async function readTrail(db: Db): Promise<TrailAtOneMoment> {
  const verifierKey = await readVerifierKeyOf(db)
  if (verifierKey === undefined) throw new BrokenTrail('the key of the log is gone')
  return { db, source: databaseLog(db), verifierKey }
}

/** Verifies all events, values, leaves and heads, and external heads. Throws BrokenTrail. */
export function verifyTrail(db: Db, kept: readonly string[] = []): Promise<WholeTrail> {
  return atOneMoment(db, (log) => verifyWithin(log, kept))
}

/** Like `verifyTrail`, inside a transaction. */
export async function verifyWithin(
  { db, source, verifierKey }: TrailAtOneMoment,
  kept: readonly string[],
): Promise<WholeTrail> {
  const log = await verifyLog(source, verifierOf(verifierKey), kept)
  return { ...log, waiting: await verifyRows(db) }
}

/** Returns the verifier of a public key as text. */
export function verifierOf(key: string): NoteVerifier {
  const verifier = readVerifierKey(key)
  if (!verifier) throw new BrokenTrail('the key of the log is not a key')
  return verifier
}
