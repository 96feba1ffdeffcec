/**
 * `npm run bench:sessions`: measures how many live sessions and administrators' edits slow down the permission check,
 * as ratios within one run. `SESSIONS=30000` uses fewer sessions. `BESIDE=/another/checkout` also measures the build of
 * that checkout, for comparison on the same machine.
 */
import { pathToFileURL } from 'node:url'
import { keepEditing } from './edits.ts'
import { compare } from './measures.ts'
import { cpuSeconds, residentMemory, startWorker } from './processes.ts'
import { runBench, type Undo } from './run-bench.ts'
import { fillChecks, manySessions, cacheAllSessions } from './session-checks.ts'
import type { SessionLoadResult } from './session-load.ts'
import { type Portal, startPortal } from './start-portal.ts'

const editsPerSecond = 20
const rounds = { count: 3, seconds: 3, warmUp: 2, settle: 0.2 }

const checkouts = [new URL('..', import.meta.url)]
if (process.env['BESIDE']) checkouts.push(pathToFileURL(`${process.env['BESIDE']}/`))
const undo: Undo = []
await runBench(undo, async () => {
  for (const checkout of checkouts) {
    console.log(checkout.pathname)
    await measurePortal(await startPortal(undo, checkout))
    for (const step of undo.splice(0).toReversed()) await step()
  }
})

async function measurePortal(portal: Portal): Promise<void> {
  const generator = startWorker(import.meta.resolve('./session-load.ts'))
  undo.push(() => generator.stop())
  const checksOf = await fillChecks(portal, generator)
  const p99: Record<string, number> = {}
  /** CPU time of the server per check in microseconds. Other load on the machine hardly changes it. */
  const cpu: Record<string, number> = {}
  const checks = (what: string, sessions: number) => (seconds: number) => {
    const before = cpuSeconds(portal.pid)
    const onResult = (result: SessionLoadResult): void => {
      p99[what] = result.p99
      cpu[what] = ((cpuSeconds(portal.pid) - before) * 1e6) / (result.good + result.bad)
    }
    return checksOf(sessions, onResult)(seconds)
  }
  const printComparison = (
    measure: string,
    { ratio, ours, beside }: Awaited<ReturnType<typeof compare>>,
  ) =>
    console.log(
      `  ${measure}: ${ratio.toFixed(2)} (${ours.toFixed(0)}/s, p99 ${p99['ours']?.toFixed(1)} ms, ${cpu['ours']?.toFixed(0)} µs of CPU each; ${beside.toFixed(0)}/s, p99 ${p99['beside']?.toFixed(1)} ms, ${cpu['beside']?.toFixed(0)} µs)`,
    )

  console.log(`  ${residentMemory(portal.pid)?.now.toFixed(0)} MB without sessions`)
  const still = checks('beside', 1000)
  await still(3)
  const editing = async (seconds: number) => {
    const edits = keepEditing(portal.ownerUrl, seconds, editsPerSecond)
    const result = await checks('ours', 1000)(seconds)
    await edits
    return result
  }
  const edited = await compare({ ours: editing, beside: still }, rounds)
  printComparison(
    `check during ${editsPerSecond} edits per second / without, 1,000 sessions`,
    edited,
  )

  const all = checks('ours', manySessions)
  await cacheAllSessions(all)
  const sessions = await compare({ ours: all, beside: checks('beside', 1) }, rounds)
  printComparison(`check with ${manySessions} sessions / with one`, sessions)
  const memory = residentMemory(portal.pid)
  console.log(
    `  ${memory?.now.toFixed(0)} MB with ${manySessions} (${memory?.peak.toFixed(0)} at peak)`,
  )
}
