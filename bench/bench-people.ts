/**
 * `npm run bench:people`: whether finding people, and their screens, take as long among a million as among ten thousand, and
 * whether people go on signing in while a profile changes that a tenth of them hold. `-- --people 100000` is quicker; the
 * data stays in `BENCH_DATA_DIR`, where the next run finds it again.
 */
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedDatabase } from '../server/database/embedded/embedded-database.ts'
import { cellsOf, compareP95, printRow } from './measures.ts'
import { answersOf, peopleMeasures } from './people-measures.ts'
import { startPeoplePortal } from './people-portal.ts'
import { startWorker, type Worker } from './processes.ts'
import { runBench, type Undo } from './run-bench.ts'
import { signInsBesideChange } from './sign-ins-beside-change.ts'

const aim = 2
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000000' },
    few: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
  },
})
const kept = process.env['BENCH_DATA_DIR']
const dataDir = kept ?? join(tmpdir(), `portaria-bench-people-${process.pid}`)

const undo: Undo = []
await runBench(undo, bench)

async function bench(): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  if (kept === undefined) undo.push(() => rm(dataDir, { recursive: true, force: true }))
  const cluster = await startEmbeddedDatabase({ dataDir, durable: true, log: () => undefined })
  undo.push(() => cluster.stop())
  const start = (address: string, env: Record<string, string>): Worker => {
    const worker = startWorker(address, env)
    undo.push(() => worker.stop())
    return worker
  }
  const [few, many] = [Number(values.few), Number(values.people)]
  console.log(`Filling in ${few} people and ${many}, where they aren't yet …`)
  const small = await startPeoplePortal(cluster, dataDir, few, start)
  const large = await startPeoplePortal(cluster, dataDir, many, start)
  printRow(['p95 in ms', String(few), String(many), 'ratio', ''])
  for (const measure of peopleMeasures.filter(({ name }) => name.includes(values.only))) {
    const compared = await compareP95(answersOf(measure), { small, large }, Number(values.rounds))
    const good = compared.large / compared.small <= aim
    printRow([measure.name, ...cellsOf(compared), good ? 'ok' : 'not'])
  }
  if (values.only === '') for (const one of await signInsBesideChange(large)) console.log(one)
}
