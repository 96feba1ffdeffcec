import { afterAll, beforeAll, expect, test } from 'vitest'
import { after, minutes } from '../shared/clock.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { statementsDuring } from '../../test/testing/statements.ts'
import { addPoints, counterReader } from './attempt-queries.ts'

let database: BareDatabase
beforeAll(async () => {
  database = await createBareDatabase()
})
afterAll(() => database.close())

test('concurrent reads of counters return their own counts as of their own time, with one query', async () => {
  const { db, clock } = database
  const now = clock.now()
  const late = after(now, minutes(2))
  await addPoints(db, 'a', { now, seconds: 60, points: 3 })
  await addPoints(db, 'b', { now, seconds: 3600, points: 4 })
  const reader = counterReader(db)
  const asked = [
    { keys: ['a', 'b'], now },
    { keys: ['b', 'none'], now },
    { keys: ['a', 'b'], now: late },
    { keys: ['a'], now: after(now, minutes(1) - 1) },
    { keys: ['a'], now: after(now, minutes(1)) },
    { keys: ['none'], now },
  ]
  const sent = await statementsDuring(async () => {
    const counts = await Promise.all(asked.map((each) => reader.run(each)))
    const points = counts.map((rows) => rows.map((row) => row?.points))
    expect(points).toEqual([[3, 4], [4, undefined], [undefined, 4], [3], [undefined], [undefined]])
  })
  expect(sent.filter(({ text }) => text.includes('from rate_limits'))).toHaveLength(1)
})
