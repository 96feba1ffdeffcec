import type { LoadResult } from './load-plan.ts'
import { connections, loadOn } from './measures.ts'
import type { Stage } from './stage.ts'
import type { Row } from './table.ts'

/** Compares sign-ins with a process that only hashes passwords. */
export async function compareSignIns(stage: Stage): Promise<Row[]> {
  const { portal, generator, compare, requests } = stage
  const argon = stage.worker(import.meta.resolve('./argon.ts'))
  const beside = (seconds: number): Promise<LoadResult> =>
    argon.ask<LoadResult>({ inFlight: connections, seconds })
  const compared = await compare(
    { ours: loadOn(generator, portal.url, [requests.signIn]), beside },
    { count: 5, seconds: 12, warmUp: 6, settle: 1.2 },
  )
  await argon.stop()
  return [{ measure: 'password sign-in / raw Argon2id', ...compared, aim: 0.85 }]
}
