/** Measures how many passwords this machine can verify per second, with the server's parameters. */
import { performance } from 'node:perf_hooks'
import { hashPassword, ownWork, verifyPassword } from '../server/secrets/password-hash.ts'
import type { LoadResult } from './load-plan.ts'

process.on('message', ({ inFlight, seconds }: { inFlight: number; seconds: number }) => {
  run(inFlight, seconds).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())

async function run(inFlight: number, seconds: number): Promise<LoadResult> {
  const password = 'Portaria-Demo-2026!'
  const hash = await hashPassword(password, ownWork)
  let good = 0
  let bad = 0
  const begin = performance.now()
  const end = begin + seconds * 1000
  const worker = async (): Promise<void> => {
    for (;;) {
      const fits = await verifyPassword(password, hash, ownWork)
      if (performance.now() > end) return
      if (fits) good++
      else bad++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return { good, bad, seconds }
}
