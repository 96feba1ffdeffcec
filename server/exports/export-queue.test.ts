import { expect, test } from 'vitest'
import { Problem } from '../pipeline/problem.ts'
import { Overloaded } from '../shared/fair-queue.ts'
import { ExportQueue } from './export-queue.ts'

/** Returns the order of an export. Its `arrived` simulates that the response was sent. */
function orderOf(userId: number) {
  const done: (() => void)[] = []
  return {
    userId,
    isGone: () => false,
    onResponseSent: (then: () => void) => void done.push(then),
    arrived: () => {
      for (const then of done) then()
    },
  }
}
const quick = () => Promise.resolve('file')

test('a user has one export at a time until its response has ended, successfully or not; other users are not affected', async () => {
  const queue = new ExportQueue()
  const first = orderOf(1)
  expect(await queue.run(first, quick)).toBe('file')
  await expect(queue.run(orderOf(1), quick)).rejects.toEqual(
    new Problem('export-running', { retryAfter: 5 }),
  )
  const other = orderOf(2)
  await expect(queue.run(other, () => Promise.reject(new Error('Broken.')))).rejects.toThrow()
  first.arrived()
  other.arrived()
  expect(await queue.run(orderOf(1), quick)).toBe('file')
  expect(await queue.run(orderOf(2), quick)).toBe('file')
})

test('two exports are read at a time, further ones wait', async () => {
  const queue = new ExportQueue()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const runs = [1, 2, 3].map((userId) =>
    queue.run(orderOf(userId), () => {
      begun.push(userId)
      return new Promise<void>((end) => void ends.push(end))
    }),
  )
  expect(begun).toEqual([1, 2])
  ends[0]?.()
  await runs[0]
  expect(begun).toEqual([1, 2, 3])
  for (const end of ends) end()
  await Promise.all(runs)
})

test('a 17th export in memory is refused', async () => {
  const queue = new ExportQueue()
  const orders = Array.from({ length: 16 }, (_, index) => orderOf(index))
  for (const order of orders) await queue.run(order, quick)
  await expect(queue.run(orderOf(16), quick)).rejects.toThrow(Overloaded)
  orders[0]?.arrived()
  expect(await queue.run(orderOf(16), quick)).toBe('file')
})
