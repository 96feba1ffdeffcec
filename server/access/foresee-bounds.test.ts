import { afterAll, beforeAll, expect, test } from 'vitest'
import { Overloaded } from '../shared/fair-queue.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { foresee } from './foresee.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test.each([
  [true, 1],
  [false, 2],
])('a preview stops and releases its locks when its time is over (%s)', async (over, tries) => {
  let writes = 0
  const look = foresee(app.db, {
    // More users than one batch.
    concern: { people: Array.from({ length: 3000 }, (_, id) => id + 1_000_000) },
    scope: 'everything',
    now: app.clock.now(),
    isOver: () => over,
    write: () => Promise.resolve((writes += 1)),
  })
  await (over
    ? expect(look).rejects.toThrow(Overloaded)
    : expect(look).resolves.toMatchObject({ refused: null, people: { count: 0 } }))
  expect(writes).toBe(tries)
})
