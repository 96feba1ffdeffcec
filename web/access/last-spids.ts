import { z } from 'zod'
import { spid } from '../../contract/fields.ts'
import { storage } from '../storage.ts'
import type { Destination } from './choices.ts'

/** How many are kept. */
const kept = 40

const lastSpid = z.object({
  userId: z.int(),
  companyId: z.int(),
  moduleId: z.int(),
  spid,
})
type LastSpid = z.output<typeof lastSpid>

/** The SPID that a person last entered a module of a company with, in this browser. */
export function lastSpidFor(userId: number, { company, module }: Destination): string | undefined {
  return stored().find(isOf(userId, company.id, module.id))?.spid
}

/** Remembers it until the session ends. */
export function rememberSpid(userId: number, { company, module }: Destination, last: string): void {
  const newest = { userId, companyId: company.id, moduleId: module.id, spid: last }
  storage.set('lastSpids', JSON.stringify(withNewest(stored(), newest)))
}

/** Puts the newest first, in place of what was known of the same person and module; too old ones are forgotten. */
export function withNewest(known: readonly LastSpid[], newest: LastSpid): LastSpid[] {
  const isSame = isOf(newest.userId, newest.companyId, newest.moduleId)
  return [newest, ...known.filter((each) => !isSame(each))].slice(0, kept)
}

const isOf = (userId: number, companyId: number, moduleId: number) => (each: LastSpid) =>
  each.userId === userId && each.companyId === companyId && each.moduleId === moduleId

function stored(): LastSpid[] {
  try {
    const parsed = z.array(lastSpid).safeParse(JSON.parse(storage.get('lastSpids') ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch (error) {
    // Anybody can write to local storage: a value that isn't JSON counts as absent.
    if (error instanceof SyntaxError) return []
    throw error
  }
}
