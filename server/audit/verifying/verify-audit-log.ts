import type { Db } from '../../database/database.ts'
import { type NoteVerifier, readVerifierKey } from '../log/signed-note.ts'
import { readVerifierKeyOf } from '../sealing/audit-key.ts'
import { databaseLog } from './database-log.ts'
import type { LogSource } from './log-source.ts'
import { AuditLogMismatch, verifyLog, type VerifiedLog } from './verify-log.ts'
import { verifyRows } from './verify-rows.ts'
import { type ReadSignature, verifySignatures } from './verify-signatures.ts'

/** Result of a successful verification of the log and its values. */
export interface VerifiedAuditLog extends VerifiedLog {
  /** Number of events that are not sealed yet. */
  unsealed: number
}

/** The log and its public key, as seen by one transaction. */
export interface LogAtOneMoment {
  db: Db
  source: LogSource
  verifierKey: string
}

/** Runs `read` on one snapshot of the log, while the server keeps writing. */
export function atOneMoment<T>(db: Db, read: (log: LogAtOneMoment) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (within) => read(await readAuditLog(within)))
}

export async function readAuditLog(db: Db): Promise<LogAtOneMoment> {
  const verifierKey = await readVerifierKeyOf(db)
  if (verifierKey === undefined) throw new AuditLogMismatch('the key of the log is missing')
  return { db, source: databaseLog(db), verifierKey }
}

/**
 * Verifies all events, values, signatures, leaves and checkpoints, and compares the log with external checkpoints. Throws
 * AuditLogMismatch. Passes each verified confirmation by passkey to `onSignature`.
 */
export function verifyAuditLog(
  db: Db,
  externalHeads: readonly string[] = [],
  onSignature?: (signature: ReadSignature) => void,
): Promise<VerifiedAuditLog> {
  return atOneMoment(db, (log) => verifyWithin(log, externalHeads, onSignature))
}

/** Verifies like `verifyAuditLog`, but inside an existing transaction. */
export async function verifyWithin(
  { db, source, verifierKey }: LogAtOneMoment,
  externalHeads: readonly string[],
  onSignature: (signature: ReadSignature) => void = () => undefined,
): Promise<VerifiedAuditLog> {
  const log = await verifyLog(source, verifierOf(verifierKey), externalHeads)
  const unsealed = await verifyRows(db)
  await verifySignatures(db, onSignature)
  return { ...log, unsealed }
}

/** Returns the verifier for a public key given as text. */
export function verifierOf(key: string): NoteVerifier {
  const verifier = readVerifierKey(key)
  if (!verifier) throw new AuditLogMismatch('the key of the log is invalid')
  return verifier
}
