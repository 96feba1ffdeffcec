import { type Attacks, describeAttacks } from './attacks.ts'
import { smallModuleId } from './fill-functions.ts'
import type { LoadResult } from './load-plan.ts'
import { loadOn } from './measures.ts'
import type { Stage } from './stage.ts'
import type { Row } from './table.ts'

const elsewhere = { 'x-forwarded-for': '198.51.100.7' }

/** Compares sign-ins and list requests with and without a hostile client at the same time. */
export async function compareAttacked(stage: Stage): Promise<Row[]> {
  const { portal, generator, compare, requests } = stage
  const person = [requests.signIn, requests.functions(smallModuleId, '')].map((request) => ({
    ...request,
    headers: { ...request.headers, ...elsewhere },
  }))
  const hostile = stage.worker(import.meta.resolve('./hostile.ts'))
  const alone = loadOn(generator, portal.url, person, 1)
  const attacked = async (seconds: number): Promise<LoadResult> => {
    const [result, attacks] = await Promise.all([
      alone(seconds),
      hostile.ask<Attacks>({ url: portal.url, origin: portal.origin, seconds }),
    ])
    console.log(`  ${describeAttacks(attacks, seconds)}`)
    return result
  }
  const compared = await compare(
    { ours: attacked, beside: alone },
    { count: 5, seconds: 3, warmUp: 2, settle: 1.2 },
  )
  await hostile.stop()
  return [{ measure: 'sign-in + list, attacked / alone', ...compared, aim: 0.5 }]
}
