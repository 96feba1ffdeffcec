import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestApp } from '../testing/test-app.ts'
import { setHashCost } from '../secrets/password-hash.ts'

setHashCost()

/** Longer than anybody may be kept waiting, in milliseconds. */
const tooLong = 2500

/** Keeps the event loop of this process, which is the server's too, from everything else, and lets it come round once. */
async function holdUp(): Promise<void> {
  const end = performance.now() + tooLong
  while (performance.now() < end);
  // The timers that are due run before the second of two.
  await setImmediate()
  await setImmediate()
}

test('a server that hardly gets on answers 503, but not for one delay, nor for what held it up while it started', async () => {
  const app = await createTestApp()
  try {
    const listening = performance.now()
    const status = async () => (await app.client.request('GET', '/api/health/live')).status
    for (let turn = 0; turn < 3; turn += 1) await holdUp()
    const first = await status()
    // Later it is no longer the start, if the machine was slow.
    if (performance.now() < listening + 9000) expect(first, 'while it started').toBe(200)
    while (performance.now() < listening + 10_000) await holdUp()
    expect(await status(), 'held up all the time').toBe(503)
    await expect.poll(status, { timeout: 30_000 }).toBe(200)
    await holdUp()
    expect(await status(), 'after one delay').toBe(200)
  } finally {
    await app.close()
  }
}, 90_000)
