/**
 * `npm run bench:trail`: whether the trail is read as quickly among ten million events as among ten thousand, and what its
 * indexes cost a write. `-- --events 1000000` is quicker; the data stays in `BENCH_DATA_DIR`, where the next run finds it.
 */
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedDatabase } from '../server/database/embedded/embedded-database.ts'
import { openTrail } from './fill-trail.ts'
import { p95 } from './people-measures.ts'
import { runBench, type Undo } from './run-bench.ts'
import { trailMeasures, writeMeasures } from './trail-measures.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000000' },
    few: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '60' },
  },
})
const kept = process.env['BENCH_DATA_DIR']
const dataDir = kept ?? join(tmpdir(), `portaria-bench-trail-${process.pid}`)

const undo: Undo = []
await runBench(undo, bench)

async function bench(): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  if (kept === undefined) undo.push(() => rm(dataDir, { recursive: true, force: true }))
  const cluster = await startEmbeddedDatabase({ dataDir, durable: true, log: () => undefined })
  undo.push(() => cluster.stop())
  console.log(`Filling in ${values.few} events and ${values.events}, where they aren't yet …`)
  const small = await openTrail(cluster, Number(values.few))
  const large = await openTrail(cluster, Number(values.events))
  undo.push(
    () => small.db.destroy(),
    () => large.db.destroy(),
  )
  line(['p95 in ms', values.few, values.events, 'ratio'])
  for (const { name, ask } of [...trailMeasures, ...writeMeasures]) {
    const times = { small: [] as number[], large: [] as number[] }
    // In turn, so that what else the machine does meets both; the first are to warm up.
    for (let round = -3; round < Number(values.rounds); round++)
      for (const side of ['small', 'large'] as const) {
        const begin = performance.now()
        await ask(side === 'small' ? small : large, round)
        if (round >= 0) times[side].push(performance.now() - begin)
      }
    const [one, other] = [p95(times.small), p95(times.large)]
    line([name, one.toFixed(1), other.toFixed(1), (other / one).toFixed(2)])
  }
}

function line([name = '', ...cells]: string[]): void {
  console.log(name.padEnd(40) + cells.map((cell) => cell.padStart(10)).join(''))
}
