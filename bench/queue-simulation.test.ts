import { expect, test } from 'vitest'
import { timesInQueue } from './queue-simulation.ts'

test('jobs that arrive apart take the time of their service', () => {
  expect(timesInQueue([0, 10, 20], { servers: 1, service: 10 })).toEqual([10, 10, 10])
})

test('jobs that arrive together wait for a free server', () => {
  expect(timesInQueue([5, 5, 5, 5, 5], { servers: 2, service: 10 })).toEqual([10, 10, 20, 20, 30])
})

test('times are in the order of the arrivals given', () => {
  expect(timesInQueue([4, 0], { servers: 1, service: 10 })).toEqual([16, 10])
})
