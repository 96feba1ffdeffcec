/**
 * `npm run bench:people`: compares searches and screens of users with a million and with ten thousand users. Also
 * measures sign-ins during a change of a profile that a tenth of the users hold. `-- --people 100000` is faster. The
 * data stays in `BENCH_DATA_DIR` for the next run.
 */
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedDatabase } from '../server/database/embedded/embedded-database.ts'
import { cellsOf, compareP95, printRow } from './measures.ts'
import { requesterOf, peopleMeasures } from './people-measures.ts'
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
const givenFolder = process.env['BENCH_DATA_DIR']
const dataDir = givenFolder ?? join(tmpdir(), `portaria-bench-people-${process.pid}`)

const undo: Undo = []
await runBench(undo, bench)

async function bench(): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  if (givenFolder === undefined) undo.push(() => rm(dataDir, { recursive: true, force: true }))
  const cluster = await startEmbeddedDatabase({ dataDir, durable: true, log: () => undefined })
  undo.push(() => cluster.stop())
  const start = (address: string, env: Record<string, string>): Worker => {
    const worker = startWorker(address, env)
    undo.push(() => worker.stop())
    return worker
  }
  const [few, many] = [Number(values.few), Number(values.people)]
  console.log(`Filling ${few} and ${many} users, unless present …`)
  const small = await startPeoplePortal(cluster, dataDir, few, start)
  const large = await startPeoplePortal(cluster, dataDir, many, start)
  printRow(['p95 in ms', String(few), String(many), 'ratio', ''])
  for (const measure of peopleMeasures.filter(({ name }) => name.includes(values.only))) {
    const compared = await compareP95(requesterOf(measure), { small, large }, Number(values.rounds))
    const good = compared.large / compared.small <= aim
    printRow([measure.name, ...cellsOf(compared), good ? 'ok' : 'not'])
  }
  if (values.only === '') for (const one of await signInsBesideChange(large)) console.log(one)
}
