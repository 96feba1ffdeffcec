import { describe, expect, test } from 'vitest'
import type { FoundGrants } from './grants-queries.ts'
import { InvalidationLog } from './invalidation-log.ts'
import { GrantsCache } from './grants-cache.ts'

const kilobyte = 1024

/** Grants by this profile, which has this number of functions. */
const found = (profile: number, functions = 1): FoundGrants => ({
  permissions: JSON.stringify({
    profiles: [
      { id: profile, name: 'Perfil', master_profile: false, module_id: 5, delegation_id: null },
    ],
    functions: Array.from({ length: functions }, (_, n) => ({
      path: `/funcao/${n}`,
      name: `Função ${n}`,
      code: null,
      environment: 'front',
      method: 'GET',
      actions: [{ path: 'create' }],
    })),
    own_functions: null,
    function_ids: Array.from({ length: functions }, (_, n) => n),
    action_ids: [3],
  }),
  company: { id: 2, name: 'Operadora' },
  service_id: 4,
  plan_ids: [6],
  assignments: [8],
  until: null,
  delegation: null,
})

function createCache(maxBytes: number) {
  const changes = new InvalidationLog()
  const cache = new GrantsCache(changes, maxBytes)
  const add = (userId: number, what: FoundGrants) => {
    const place = { moduleId: 5, companyId: 2, spid: null }
    return cache.set(`${userId}`, { userId, place, since: changes.count }, what)
  }
  const cached = (...ids: number[]) => ids.filter((id) => cache.get(`${id}`) !== undefined)
  return { changes, cache, add, cached }
}

describe('the grants cache', () => {
  test('stores the permissions of equal profiles once', () => {
    const { cache, add } = createCache(1024 * kilobyte)
    const first = add(1, found(7, 100))
    const { weight } = cache
    const second = add(2, found(7, 100))
    expect(second.screens).toBe(first.screens)
    expect(cache.weight - weight).toBeLessThan(kilobyte)
    expect(add(3, found(8, 100)).screens).not.toBe(first.screens)
    expect(cache.weight - weight).toBeGreaterThan(10 * kilobyte)
  })

  test('evicts the least recently used grants at its size limit', () => {
    const limit = 100 * kilobyte
    const { cache, add, cached } = createCache(limit)
    add(1, found(1, 50))
    add(2, found(2, 50))
    for (let n = 3; n < 50; n++) {
      expect(cached(1)).toEqual([1])
      add(n, found(n, 50))
      expect(cache.weight).toBeLessThanOrEqual(limit)
    }
    expect(cached(1, 2, 3, 48, 49)).toEqual([1, 48, 49])
  })

  test('does not store an entry that exceeds the limit alone', () => {
    const { cache, add, cached } = createCache(10 * kilobyte)
    expect(add(1, found(1, 100)).screens.size).toBe(100)
    expect(cached(1)).toEqual([])
    expect(cache.weight).toBe(0)
  })

  test('releases permissions that no entry refers to', () => {
    const { changes, cache, add, cached } = createCache(1024 * kilobyte)
    add(1, found(7, 100))
    add(1, found(8))
    add(2, found(8))
    changes.record(['profile:8'])
    expect(cached(1, 2)).toEqual([])
    expect(cache.weight).toBe(0)
  })

  test.each([
    'user:1',
    'company:2',
    'module:5',
    'module:34',
    'common',
    'service:4',
    'place:2/5',
    'plan:6',
    'plan-company:6/2',
    'plan-module:6/5',
    'profile:7',
    'function:0',
    'action:3',
  ])('invalidates grants when %s changes', (key) => {
    const { changes, add, cached } = createCache(1024 * kilobyte)
    add(1, found(7))
    changes.record(['user:99', 'place:5/2', 'function:99', 'action:0'])
    expect(cached(1)).toEqual([1])
    changes.record([key])
    expect(cached(1)).toEqual([])
    add(1, found(7))
    expect(cached(1)).toEqual([1])
  })

  test('invalidates only grants that were read before a function changed, not later grants of the same profile', () => {
    const { changes, add, cached } = createCache(1024 * kilobyte)
    add(1, found(7))
    changes.record(['function:0'])
    add(2, found(7))
    expect(cached(1, 2)).toEqual([2])
  })
})
