import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestApp } from '../../test/testing/test-app.ts'
import { setHashCost } from '../secrets/password-hash.ts'

setHashCost()

/** A duration longer than the maximum turn, in milliseconds. */
const tooLong = 2500

/** Blocks the event loop of this process, which also runs the server. Then waits for one turn of the event loop. */
async function holdUp(): Promise<void> {
  const end = performance.now() + tooLong
  while (performance.now() < end);
  // Timers that are due run between both calls.
  await setImmediate()
  await setImmediate()
}

test('an overloaded server responds with 503, except after a single delay or during its start', async () => {
  const app = await createTestApp()
  try {
    const listening = performance.now()
    const status = async () => (await app.client.request('GET', '/api/health/live')).status
    for (let turn = 0; turn < 3; turn += 1) await holdUp()
    const first = await status()
    // On a slow machine, the start may have ended by now.
    if (performance.now() < listening + 9000) expect(first, 'during the start').toBe(200)
    while (performance.now() < listening + 10_000) await holdUp()
    expect(await status(), 'permanently blocked').toBe(503)
    await expect.poll(status, { timeout: 30_000 }).toBe(200)
    await holdUp()
    expect(await status(), 'after a single delay').toBe(200)
  } finally {
    await app.close()
  }
}, 90_000)
