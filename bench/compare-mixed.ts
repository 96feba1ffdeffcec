import { keepEditing } from './edits.ts'
import type { LoadPlan, LoadResult } from './load-plan.ts'
import { loadOn } from './measures.ts'
import type { Stage } from './stage.ts'
import type { Row } from './table.ts'

/** Rates per second of the other requests, as about a thousand active users may cause. */
const codesPerSecond = 20
const signInsPerSecond = 2
const editsPerSecond = 5

/** Compares permission checks during code exchanges, sign-ins and edits with checks alone. */
export async function compareMixed(stage: Stage): Promise<Row[]> {
  const { portal, generator, compare, requests } = stage
  const { check, issue, exchange, signIn } = requests
  const [codes, signIns] = [1, 2].map(() => stage.worker(import.meta.resolve('./load.ts')))
  const still = loadOn(generator, portal.url, [check])
  const busy = async (seconds: number): Promise<LoadResult> => {
    const plan = (rate: number, of: LoadPlan['requests']): LoadPlan => {
      return { url: portal.url, connections: 2, seconds, requests: of, rate }
    }
    const [result, ...others] = await Promise.all([
      still(seconds),
      codes?.ask<LoadResult>(plan(codesPerSecond * 2, [issue, exchange])),
      signIns?.ask<LoadResult>(plan(signInsPerSecond, [signIn])),
      keepEditing(portal.ownerUrl, seconds, editsPerSecond),
    ])
    for (const other of others)
      if (other && (other.bad > 0 || other.good === 0))
        throw new Error(
          `During the checks ${other.bad} other requests failed and ${other.good} succeeded.`,
        )
    return result
  }
  const compared = await compare(
    { ours: busy, beside: still },
    { count: 5, seconds: 3, warmUp: 2, settle: 0.5 },
  )
  await codes?.stop()
  await signIns?.stop()
  return [{ measure: 'check under mixed load / at rest', ...compared, aim: 0.8 }]
}
