import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { productFolder } from '../../server/shared/product-folder.ts'
import {
  describeMachine,
  eventTable,
  failuresIn,
  latencyTable,
  type Observation,
} from './drill-report.ts'
import { type Drill, findLostWrites, setUpDrill, signInUsers } from './drill-setup.ts'
import { MixedLoad } from './mixed-load.ts'
import { outages } from './outages.ts'
import { RequestLog } from './request-log.ts'
import { until } from './until.ts'

/** Milliseconds that are still observed after everything is back. */
const afterRecovery = 5000
/** Milliseconds of each measurement without an event. */
const quietTime = 20_000

/** Runs the drill in the namespaces that run-drill.ts created, with the events of these names. */
export async function runStages(folder: string, names: readonly string[]): Promise<void> {
  const log = new RequestLog()
  const drill = await setUpDrill(folder)
  const { users, administrator } = await signInUsers(drill, log)
  const load = new MixedLoad(users, administrator)
  load.start(100)
  const updated = await observe(drill, 'Rolling update from 0.3.0, 100 requests a second', () =>
    drill.servers.update(drill.current),
  )
  await load.stop()
  load.start(50)
  const steady = await measureReplication(drill)
  const events = [updated]
  for (const name of names) events.push(await runOutage(drill, name))
  await load.stop()
  await report({ drill, log, events, steady })
  for (const { client } of users) client.close()
  await drill.servers.stop()
}

async function runOutage(drill: Drill, name: string): Promise<Observation> {
  const outage = outages[name]
  if (!outage) throw new Error(`There is no event "${name}".`)
  return observe(drill, outage.title, () => outage.run(drill))
}

/** Measures writes with and without synchronous replication. */
async function measureReplication(drill: Drill): Promise<Observation[]> {
  const { cluster } = drill
  const quiet = () => sleep(quietTime)
  await quiet()
  const synchronous = await observe(drill, 'with synchronous mode', quiet)
  await cluster.setSynchronous(false)
  const asynchronous = await observe(drill, 'without synchronous mode', quiet, false)
  await cluster.setSynchronous(true)
  return [synchronous, asynchronous]
}

/** Causes an event, waits until everything is back, and observes the time after it. */
async function observe(
  { cluster, servers }: Drill,
  title: string,
  cause: () => Promise<number | void>,
  synchronous = true,
): Promise<Observation> {
  const start = performance.now()
  const newPrimary = (await cause()) ?? undefined
  const isBack = async () => (await cluster.isWhole(synchronous)) && (await servers.areReady())
  await until('recovery', isBack, 180_000)
  const whole = performance.now() - start
  await sleep(afterRecovery)
  console.log(`${title}: everything back after ${(whole / 1000).toFixed(1)} s`)
  return { title, start, end: performance.now(), newPrimary, whole }
}

interface Results {
  drill: Drill
  log: RequestLog
  events: readonly Observation[]
  steady: readonly Observation[]
}

/** Prints the tables, and fails if the product lost a write or did not recover. */
async function report({ drill, log, events, steady }: Results): Promise<void> {
  const read = () => findLostWrites(drill.current.ownerUrl, log)
  // This process may remember the former primary. The failed connection makes it look for the new one.
  const lost = await read().catch(read)
  console.log(`\n${await describeMachine()}\n`)
  console.log(`${eventTable(events, log, lost)}\n\n${latencyTable(steady, log)}\n`)
  for (const event of [...events, ...steady])
    for (const failure of failuresIn(event, log)) console.log(`${event.title}: ${failure}`)
  const ready = await drill.servers.areReady()
  console.log(`\nConfirmed writes: ${log.acknowledged.length}, lost: ${lost.size}`)
  console.log(`All server processes are ready: ${ready}`)
  console.log(`audit:verify: ${await verifyAuditLog(drill)}`)
  if (lost.size > 0 || !ready) process.exitCode = 1
}

/** Runs `npm run audit:verify`. Throws if the audit log is inconsistent. */
async function verifyAuditLog({ servers, current }: Drill): Promise<string> {
  const script = join(productFolder, 'scripts/audit-verify.ts')
  const env = servers.environment(current)
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env })
  return stdout.trim()
}
