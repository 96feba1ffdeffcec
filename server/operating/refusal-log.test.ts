import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RefusalLog } from './refusal-log.ts'

let lines: Record<string, unknown>[]
let refusals: RefusalLog

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>)
  refusals = new RefusalLog(pino({}, { write }))
})
afterEach(() => {
  vi.useRealTimers()
})

test('logs at most 50 refusals in a second, and how many more there were', () => {
  for (let count = 0; count < 1000; count += 1) refusals.line({ status: 404 }, 'refused')
  expect(lines).toHaveLength(50)
  vi.advanceTimersByTime(1000)
  expect(lines.at(-1)).toMatchObject({ omitted: 950 })
  refusals.line({ status: 404 }, 'refused')
  vi.advanceTimersByTime(1000)
  expect(lines).toHaveLength(52)
})

test('logs the beginning and the end of a state, not every request', () => {
  for (let count = 0; count < 1000; count += 1) {
    refusals.state({ requestId: count }, 'the database is unavailable')
    vi.advanceTimersByTime(10)
  }
  refusals.state({ requestId: 'a' }, 'deadlock')
  vi.advanceTimersByTime(5000)
  expect(lines).toMatchObject([
    { requestId: 0, msg: 'the database is unavailable' },
    { requestId: 'a', msg: 'deadlock' },
    { reason: 'the database is unavailable', requests: 1000 },
    { reason: 'deadlock', requests: 1 },
  ])
})
