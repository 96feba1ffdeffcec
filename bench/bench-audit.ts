/**
 * `npm run bench:audit`: compares reads and writes of the audit log with ten million and with ten thousand events.
 * `-- --events 1000000` is faster. The data stays in `BENCH_DATA_DIR` for the next run.
 */
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedDatabase } from '../server/database/embedded/embedded-database.ts'
import { openAuditList } from './fill-audit-log.ts'
import { cellsOf, compareP95, printRow } from './measures.ts'
import { runBench, type Undo } from './run-bench.ts'
import { auditMeasures, writeMeasure } from './audit-measures.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000000' },
    few: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '60' },
  },
})
const givenFolder = process.env['BENCH_DATA_DIR']
const dataDir = givenFolder ?? join(tmpdir(), `portaria-bench-audit-${process.pid}`)

const undo: Undo = []
await runBench(undo, bench)

async function bench(): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  if (givenFolder === undefined) undo.push(() => rm(dataDir, { recursive: true, force: true }))
  const cluster = await startEmbeddedDatabase({ dataDir, durable: true, log: () => undefined })
  undo.push(() => cluster.stop())
  console.log(`Filling ${values.few} and ${values.events} events, unless present …`)
  const small = await openAuditList(cluster, Number(values.few))
  const large = await openAuditList(cluster, Number(values.events))
  undo.push(
    () => small.db.destroy(),
    () => large.db.destroy(),
  )
  printRow(['p95 in ms', values.few, values.events, 'ratio'])
  for (const { name, ask } of [...auditMeasures, writeMeasure])
    printRow([name, ...cellsOf(await compareP95(ask, { small, large }, Number(values.rounds)))])
}
