import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { Overloaded } from '../shared/fair-queue.ts'
import { PreviewQueue } from './preview-queue.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('concurrent previews', () => {
  /** Runs a preview for each of these users. Returns the previews, and the users whose preview has begun, in order. */
  function startFor(users: readonly number[]) {
    const queue = new PreviewQueue()
    const begun: number[] = []
    const ends: (() => void)[] = []
    const runs = users.map((userId) =>
      queue.run({ db: app.db, who: { userId }, request: { isGone: () => false } }, () => {
        begun.push(userId)
        return new Promise<void>((end) => void ends.push(end))
      }),
    )
    const endOne = () => ends.shift()?.()
    return { begun, runs, endOne }
  }

  test('are limited to two, and to one per user', async () => {
    const { begun, runs, endOne } = startFor([1, 1, 2, 3])
    await expect.poll(() => begun).toEqual([1, 2])
    endOne()
    await runs[0]
    await expect.poll(() => begun).toHaveLength(3)
    endOne()
    await expect.poll(() => begun).toHaveLength(4)
    endOne()
    endOne()
    await Promise.all(runs)
  })

  test('beyond two that wait per user are refused', async () => {
    const { begun, runs, endOne } = startFor([1, 1, 1, 1])
    await expect(runs[3]).rejects.toThrow(Overloaded)
    for (const [index, run] of runs.slice(0, 3).entries()) {
      await expect.poll(() => begun).toHaveLength(index + 1)
      endOne()
      await run
    }
  })
})
