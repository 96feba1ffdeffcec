import { expect, test } from 'vitest'
import { timesInQueue } from './queue-simulation.ts'

test('a job that finds a free server takes only the service time', () => {
  expect(timesInQueue([0, 10, 20], { servers: 1, service: 10 })).toEqual([10, 10, 10])
})

test('jobs that arrive together wait for a free server', () => {
  expect(timesInQueue([5, 5, 5, 5, 5], { servers: 2, service: 10 })).toEqual([10, 10, 20, 20, 30])
})

test('times are in the order of the arrivals given', () => {
  expect(timesInQueue([4, 0], { servers: 1, service: 10 })).toEqual([16, 10])
})
