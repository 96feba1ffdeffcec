import { join } from 'node:path'
import { fillSessions } from './fill-sessions.ts'
import { connections, type Side } from './measures.ts'
import type { Worker } from './processes.ts'
import type { SessionLoad, SessionLoadResult } from './session-load.ts'
import type { Portal } from './start-portal.ts'

/** Number of live sessions; `SESSIONS=30000` sets fewer. */
export const manySessions = Number(process.env['SESSIONS'] ?? 100_000)

/**
 * A function that returns a side of a comparison: it checks permissions of the first `sessions` sessions in turn.
 * `onResult` receives the complete measurements.
 */
type SessionChecks = (sessions: number, onResult?: (result: SessionLoadResult) => void) => Side

/** Signs many users in and returns a function for sides that check their sessions. */
export async function fillChecks(portal: Portal, generator: Worker): Promise<SessionChecks> {
  const { ownerUrl, origin, keyring, dataDir, port } = portal
  const file = join(dataDir, 'tokens')
  const cookie = await fillSessions({
    ownerUrl,
    issuer: origin,
    keyring,
    sessions: manySessions,
    file,
  })
  return (sessions, onResult) => async (seconds) => {
    const load: SessionLoad = { port, tokens: file, cookie, sessions, connections, seconds }
    const result = await generator.ask<SessionLoadResult>(load)
    onResult?.(result)
    if (result.bad > 0) console.log(`  ${result.bad} of ${result.good + result.bad} refused`)
    // Load shedding may refuse requests. They are not errors; they only lower the rate of served ones.
    return { ...result, bad: 0 }
  }
}

/** Requests every session once, so that all are cached. Throws if that takes more than four minutes. */
export async function cacheAllSessions(all: Side): Promise<void> {
  let served = 0
  for (let waited = 0; served < manySessions && waited < 240; waited += 10)
    served += (await all(10)).good
  if (served < manySessions)
    throw new Error(
      `Only ${served} of ${manySessions} sessions were cached, so nothing was measured.`,
    )
  console.log(`  ${served} checks until all sessions were cached`)
}
