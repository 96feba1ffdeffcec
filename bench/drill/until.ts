import { setTimeout as sleep } from 'node:timers/promises'

/** Asks repeatedly until the result is truthy, and returns it. Throws if that takes longer than `limit` milliseconds. */
export async function until<T>(
  what: string,
  ask: () => Promise<T>,
  limit: number,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + limit
  for (;;) {
    const result = await ask()
    if (result) return result
    if (performance.now() > deadline)
      throw new Error(`Still waiting for ${what} after ${Math.round(limit / 1000)} s.`)
    await sleep(100)
  }
}
