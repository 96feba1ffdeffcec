import { join } from 'node:path'
import { fillSessions } from './fill-sessions.ts'
import { connections, type Side } from './measures.ts'
import type { Worker } from './processes.ts'
import type { SessionLoad, SessionLoadResult } from './session-load.ts'
import type { Portal } from './start-portal.ts'

/** How many live sessions there are; `SESSIONS=30000` has fewer. */
export const manySessions = Number(process.env['SESSIONS'] ?? 100_000)

/** Checks of the first so many sessions in turn; `heard` is told what else was measured. */
type SessionChecks = (sessions: number, heard?: (result: SessionLoadResult) => void) => Side

/** Signs many people in, and answers how to ask for them. */
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
  return (sessions, heard) => async (seconds) => {
    const load: SessionLoad = { port, tokens: file, cookie, sessions, connections, seconds }
    const result = await generator.ask<SessionLoadResult>(load)
    heard?.(result)
    if (result.bad > 0) console.log(`  ${result.bad} of ${result.good + result.bad} refused`)
    // Who is refused for want of time was not served, and that is measured.
    return { ...result, bad: 0 }
  }
}

/** Asks for every session once: the first time one is seen, it is read. Throws where that takes longer than four minutes. */
export async function seeAll(all: Side): Promise<void> {
  let seen = 0
  for (let waited = 0; seen < manySessions && waited < 240; waited += 10)
    seen += (await all(10)).good
  if (seen < manySessions)
    throw new Error(`Only ${seen} of ${manySessions} sessions were seen, so nothing was measured.`)
  console.log(`  ${seen} checks until all were seen`)
}
