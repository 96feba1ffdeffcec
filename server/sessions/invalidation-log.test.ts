import { describe, expect, test } from 'vitest'
import { InvalidationLog } from './invalidation-log.ts'

/** Whether an entry that depends on these keys and was read at the notification `since` is still valid. */
const isValid = (log: InvalidationLog, since: number, keys: string[]) => log.latest(keys) <= since

describe('the invalidation log', () => {
  test('marks as stale only entries that were read before and depend on a changed row', () => {
    const log = new InvalidationLog()
    const before = log.count
    log.record(['user:1', 'profile:7'])
    for (const key of ['user:1', 'profile:7']) {
      expect(isValid(log, before, [key, 'user:9'])).toBe(false)
      expect(isValid(log, log.count, [key])).toBe(true)
    }
    expect(isValid(log, before, ['user:9', 'profile:1'])).toBe(true)
  })

  test('returns the latest change of a kind of rows', () => {
    const log = new InvalidationLog()
    log.record(['function:1'])
    log.record(['user:1'])
    expect(log.latestOfKinds(['function', 'action'])).toBe(1)
    expect(log.latestOfKinds(['action'])).toBe(0)
  })

  test('marks everything as stale if any row may have changed', () => {
    const log = new InvalidationLog()
    const before = log.count
    log.recordAll()
    expect(isValid(log, before, [])).toBe(false)
    expect(log.latestOfKinds(['action'])).toBe(log.count)
    expect(isValid(log, log.count, ['user:1'])).toBe(true)
  })

  test('is bounded: entries read before the last change of an evicted key are stale, later ones are not', () => {
    const log = new InvalidationLog(3)
    log.record(['user:1'])
    const between = log.count
    log.record(['user:2'])
    log.record(['user:1'])
    log.record(['user:3'])
    expect(isValid(log, 0, ['user:9'])).toBe(true)
    log.record(['user:4'])
    // `user:2` is evicted, because `user:1` was recorded again after it.
    expect(isValid(log, between, ['user:9'])).toBe(false)
    expect(isValid(log, between + 1, ['user:9'])).toBe(true)
    expect(isValid(log, between + 1, ['user:1'])).toBe(false)
  })
})
