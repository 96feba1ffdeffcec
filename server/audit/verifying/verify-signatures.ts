import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { checkSigned, type SignedEvent } from '../signed-confirmation.ts'
import { AuditLogMismatch } from './verify-log.ts'

/** Number of signatures per query. */
const page = 1000

/** A confirmation of identity by passkey: what was signed, or that the signature was erased. */
export interface ReadSignature {
  event: number
  /** As `PUT /service/7`; undefined if the signature was erased. */
  operations: string[] | undefined
}

interface Row extends SignedEvent {
  seq: number
  signed: string | null
}

/**
 * Verifies the signature of each confirmation by passkey, and passes it to `report`. A signature proves who confirmed
 * which operations, not what the records were before and after. Throws AuditLogMismatch for one that does not verify.
 * That the values are those that were sealed is verified by `verifyRows`.
 */
export async function verifySignatures(
  db: Db,
  report: (signature: ReadSignature) => void,
): Promise<void> {
  for (let after = -1; ;) {
    const rows = await readPage(db, after)
    for (const { seq, signed, ...event } of rows) {
      const check = signed === null ? { operations: undefined } : checkSigned(signed, event)
      if ('broken' in check) throw new AuditLogMismatch(`event ${seq} ${check.broken}`)
      report({ event: seq, operations: check.operations })
    }
    const last = rows.at(-1)
    if (!last || rows.length < page) return
    after = last.seq
  }
}

async function readPage(db: Db, after: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select e.seq, e.session_id, e.company_id, signed.value as signed, told.value::jsonb as after
    from audit_entries e
    left join audit_values signed on signed.seq = e.seq and signed.name = 'signed'
    left join audit_values told on told.seq = e.seq and told.name = 'after'
    where e.commitments ? 'signed' and e.seq > ${after} order by e.seq limit ${page}`.execute(db)
  return rows
}
