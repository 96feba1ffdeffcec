import type { Db } from '../../database/database.ts'
import { type NoteVerifier, readVerifierKey } from '../log/signed-note.ts'
import { readVerifierKeyOf } from '../sealing/audit-key.ts'
import { databaseLog } from './database-log.ts'
import type { LogSource } from './log-source.ts'
import { BrokenTrail, verifyLog, type WholeLog } from './verify-log.ts'
import { verifyRows } from './verify-rows.ts'

/** A trail that holds. */
export interface WholeTrail extends WholeLog {
  /** How many events wait to be sealed. */
  waiting: number
}

/** The log of a database within a transaction, and the key to check it with. */
export interface TrailAtOneMoment {
  db: Db
  source: LogSource
  verifierKey: string
}

/** Reads the log of a database as it is at one moment, while the server goes on. */
export function atOneMoment<T>(db: Db, read: (trail: TrailAtOneMoment) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (within) => read(await readTrail(within)))
}

/** The log as a transaction sees it. */
export async function readTrail(db: Db): Promise<TrailAtOneMoment> {
  const verifierKey = await readVerifierKeyOf(db)
  if (verifierKey === undefined) throw new BrokenTrail('the key of the log is gone')
  return { db, source: databaseLog(db), verifierKey }
}

/** Looks at every event, value, leaf and head there is, and at heads that were kept elsewhere. Throws BrokenTrail. */
export function verifyTrail(db: Db, kept: readonly string[] = []): Promise<WholeTrail> {
  return atOneMoment(db, (log) => verifyWithin(log, kept))
}

/** The same within a transaction. */
export async function verifyWithin(
  { db, source, verifierKey }: TrailAtOneMoment,
  kept: readonly string[],
): Promise<WholeTrail> {
  const log = await verifyLog(source, verifierOf(verifierKey), kept)
  return { ...log, waiting: await verifyRows(db) }
}

/** The verifier of a key as text. */
export function verifierOf(key: string): NoteVerifier {
  const verifier = readVerifierKey(key)
  if (!verifier) throw new BrokenTrail('the key of the log is not a key')
  return verifier
}
