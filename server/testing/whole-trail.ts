import { expect, vi } from 'vitest'
import { hasPending } from '../audit/sealing/sealing-queries.ts'
import { verifyTrail, type WholeTrail } from '../audit/verifying/verify-trail.ts'
import type { Db } from '../database/database.ts'

/** Every event there is, once a server has sealed it, is as it was sealed; fails where one isn't. */
export async function wholeTrail(db: Db): Promise<WholeTrail> {
  await vi.waitFor(async () => expect(await hasPending(db)).toBe(false), {
    timeout: 10_000,
    interval: 20,
  })
  return verifyTrail(db)
}
