import type { LoadResult } from './load-plan.ts'
import { connections, loadOn, median } from './measures.ts'
import type { Stage } from './stage.ts'
import type { Row } from './table.ts'

const starts = 3

/**
 * Compares the throughput of two processes with that of one, and measures the start-up time of a process.
 */
export async function compareProcesses(stage: Stage): Promise<Row[]> {
  const { portal, generator, compare, requests } = stage
  const startedIn: number[] = []
  for (let start = 1; start < starts; start++) {
    const another = await portal.startAnother()
    startedIn.push(another.startedIn)
    await another.stop()
  }
  const second = await portal.startAnother()
  startedIn.push(second.startedIn)
  const other = stage.worker(import.meta.resolve('./load.ts'))
  const half = connections / 2
  const sides = [
    loadOn(generator, portal.url, [requests.check], half),
    loadOn(other, second.url, [requests.check], half),
  ]
  const both = async (seconds: number): Promise<LoadResult> => {
    const results = await Promise.all(sides.map((side) => side(seconds)))
    return results.reduce((sum, { good, bad, seconds: taken }) => ({
      good: sum.good + good,
      bad: sum.bad + bad,
      seconds: Math.max(sum.seconds, taken),
    }))
  }
  const compared = await compare(
    { ours: both, beside: loadOn(generator, portal.url, [requests.check]) },
    { count: 5, seconds: 3, warmUp: 2, settle: 0.1 },
  )
  await other.stop()
  await second.stop()
  return [
    { measure: 'check by two processes / by one', ...compared },
    { measure: 'cold start to ready, ms', value: median(startedIn) },
  ]
}
