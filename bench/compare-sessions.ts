import { residentMemory } from './processes.ts'
import { fillChecks, manySessions, cacheAllSessions } from './session-checks.ts'
import type { Stage } from './stage.ts'
import { startPortal } from './start-portal.ts'
import type { Row } from './table.ts'

/**
 * Compares permission checks of many live sessions with those of a single session, and measures the memory of the
 * server. Uses a separate portal.
 */
export async function compareSessions({ undo, compare, worker }: Stage): Promise<Row[]> {
  const portal = await startPortal(undo)
  const generator = worker(import.meta.resolve('./session-load.ts'))
  const checks = await fillChecks(portal, generator)
  const all = checks(manySessions)
  await cacheAllSessions(all)
  const compared = await compare(
    { ours: all, beside: checks(1) },
    { count: 5, seconds: 3, warmUp: 2, settle: 0.2 },
  )
  const count = manySessions.toLocaleString('en')
  const memory = residentMemory(portal.pid)
  await generator.stop()
  await portal.stop()
  return [
    { measure: `check with ${count} sessions / with 1`, ...compared, aim: 0.9 },
    { measure: `memory with ${count} sessions, MB`, value: memory?.now ?? NaN, aim: 450 },
  ]
}
