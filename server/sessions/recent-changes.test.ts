import { describe, expect, test } from 'vitest'
import { RecentChanges } from './recent-changes.ts'

/** Whether what rests on these keys and was read then still holds. */
const holds = (changes: RecentChanges, since: number, keys: string[]) =>
  changes.latest(keys) <= since

describe('what was announced lately', () => {
  test('makes stale what was read before and rests on it, and nothing else', () => {
    const changes = new RecentChanges()
    const before = changes.count
    changes.hear(['user:1', 'profile:7'])
    for (const key of ['user:1', 'profile:7']) {
      expect(holds(changes, before, [key, 'user:9'])).toBe(false)
      expect(holds(changes, changes.count, [key])).toBe(true)
    }
    expect(holds(changes, before, ['user:9', 'profile:1'])).toBe(true)
  })

  test('tells when anything of a kind changed', () => {
    const changes = new RecentChanges()
    changes.hear(['function:1'])
    changes.hear(['user:1'])
    expect(changes.latestOfKinds(['function', 'action'])).toBe(1)
    expect(changes.latestOfKinds(['action'])).toBe(0)
  })

  test('makes everything stale where anything may have changed', () => {
    const changes = new RecentChanges()
    const before = changes.count
    changes.hearEverything()
    expect(holds(changes, before, [])).toBe(false)
    expect(changes.latestOfKinds(['action'])).toBe(changes.count)
    expect(holds(changes, changes.count, ['user:1'])).toBe(true)
  })

  test('is bounded: what was read before the oldest that was let go is stale, what was used since is not', () => {
    const changes = new RecentChanges(3)
    changes.hear(['user:1'])
    const between = changes.count
    changes.hear(['user:2'])
    changes.hear(['user:1'])
    changes.hear(['user:3'])
    expect(holds(changes, 0, ['user:9'])).toBe(true)
    changes.hear(['user:4'])
    // `user:2` is the oldest, for `user:1` came again.
    expect(holds(changes, between, ['user:9'])).toBe(false)
    expect(holds(changes, between + 1, ['user:9'])).toBe(true)
    expect(holds(changes, between + 1, ['user:1'])).toBe(false)
  })
})
