import { expect, vi } from 'vitest'
import type { NoteSigner } from '../audit/log/signed-note.ts'
import { sealAll } from '../audit/sealing/seal.ts'
import { hasPending } from '../audit/sealing/sealing-queries.ts'
import { verifyTrail, type WholeTrail } from '../audit/verifying/verify-trail.ts'
import type { Db } from '../database/database.ts'

/** Another transaction of this database may hold an event up for a moment. */
const patience = { timeout: 20_000, interval: 20 }

/** Every event there is, once a server has sealed it, is as it was sealed; fails where one isn't. */
export async function wholeTrail(db: Db): Promise<WholeTrail> {
  await vi.waitFor(async () => expect(await hasPending(db)).toBe(false), patience)
  return verifyTrail(db)
}

/** Seals every event that there is, where no server does. */
export async function waitUntilSealed(db: Db, signer: NoteSigner): Promise<void> {
  await vi.waitFor(async () => {
    await sealAll(db, signer)
    expect(await hasPending(db)).toBe(false)
  }, patience)
}
