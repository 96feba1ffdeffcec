import { expect, vi } from 'vitest'
import type { NoteSigner } from '../../server/audit/log/signed-note.ts'
import { sealAll } from '../../server/audit/sealing/seal.ts'
import { hasPending } from '../../server/audit/sealing/sealing-queries.ts'
import {
  verifyAuditLog,
  type VerifiedAuditLog,
} from '../../server/audit/verifying/verify-audit-log.ts'
import type { Db } from '../../server/database/database.ts'

/** Long timeout, because an event is sealed only after older transactions of the database have ended. */
const patience = { timeout: 20_000, interval: 20 }

/** Waits until every event is sealed, and verifies the audit log. Throws on a mismatch. */
export async function waitAndVerify(db: Db): Promise<VerifiedAuditLog> {
  await vi.waitFor(async () => expect(await hasPending(db)).toBe(false), patience)
  return verifyAuditLog(db)
}

/** Seals every event, for tests without a server. */
export async function waitUntilSealed(db: Db, signer: NoteSigner): Promise<void> {
  await vi.waitFor(async () => {
    await sealAll(db, signer)
    expect(await hasPending(db)).toBe(false)
  }, patience)
}
