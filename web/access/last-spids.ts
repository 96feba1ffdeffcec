import { z } from 'zod'
import { spid } from '../../contract/fields.ts'
import { storage } from '../storage.ts'
import type { Destination } from './choices.ts'

/** Maximum number of stored SPIDs. */
const maxEntries = 40

const lastSpid = z.object({
  userId: z.int(),
  companyId: z.int(),
  moduleId: z.int(),
  spid,
})
type LastSpid = z.output<typeof lastSpid>

/** Returns the SPID with which the user last entered a module of a company, in this browser. */
export function lastSpidFor(userId: number, { company, module }: Destination): string | undefined {
  return stored().find(isFor(userId, company.id, module.id))?.spid
}

/** Stores the SPID until the session ends. */
export function storeLastSpid(
  userId: number,
  { company, module }: Destination,
  last: string,
): void {
  const newest = { userId, companyId: company.id, moduleId: module.id, spid: last }
  storage.set('lastSpids', JSON.stringify(withNewest(stored(), newest)))
}

/**
 * Puts the newest entry first, replaces the one of the same user, company and module, and drops the oldest beyond the
 * maximum.
 */
export function withNewest(entries: readonly LastSpid[], newest: LastSpid): LastSpid[] {
  const isSame = isFor(newest.userId, newest.companyId, newest.moduleId)
  return [newest, ...entries.filter((each) => !isSame(each))].slice(0, maxEntries)
}

const isFor = (userId: number, companyId: number, moduleId: number) => (each: LastSpid) =>
  each.userId === userId && each.companyId === companyId && each.moduleId === moduleId

function stored(): LastSpid[] {
  try {
    const parsed = z.array(lastSpid).safeParse(JSON.parse(storage.get('lastSpids') ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch (error) {
    // Local storage can contain anything; a value that is not JSON counts as absent.
    if (error instanceof SyntaxError) return []
    throw error
  }
}
