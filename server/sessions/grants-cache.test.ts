import { describe, expect, test } from 'vitest'
import type { FoundGrants } from './grants-queries.ts'
import { RecentChanges } from './recent-changes.ts'
import { GrantsCache } from './grants-cache.ts'

const kilobyte = 1024

/** Somebody's grants by a profile with so many functions. */
const found = (profile: number, functions = 1): FoundGrants => ({
  layout: JSON.stringify({
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
  until: null,
  delegation: null,
})

function remembering(limit: number) {
  const changes = new RecentChanges()
  const cache = new GrantsCache(changes, limit)
  const keep = (userId: number, what: FoundGrants) => {
    const place = { moduleId: 5, companyId: 2, spid: null }
    return cache.keep(`${userId}`, { userId, place, since: changes.count }, what)
  }
  const kept = (...ids: number[]) => ids.filter((id) => cache.get(`${id}`) !== undefined)
  return { changes, cache, keep, kept }
}

describe('remembered grants', () => {
  test('lay out once what many hold', () => {
    const { cache, keep } = remembering(1024 * kilobyte)
    const first = keep(1, found(7, 100))
    const { weight } = cache
    const second = keep(2, found(7, 100))
    expect(second.screens).toBe(first.screens)
    expect(cache.weight - weight).toBeLessThan(kilobyte)
    expect(keep(3, found(8, 100)).screens).not.toBe(first.screens)
    expect(cache.weight - weight).toBeGreaterThan(10 * kilobyte)
  })

  test('take no more than their limit, and the least recently used leave first', () => {
    const limit = 100 * kilobyte
    const { cache, keep, kept } = remembering(limit)
    keep(1, found(1, 50))
    keep(2, found(2, 50))
    for (let n = 3; n < 50; n++) {
      expect(kept(1)).toEqual([1])
      keep(n, found(n, 50))
      expect(cache.weight).toBeLessThanOrEqual(limit)
    }
    expect(kept(1, 2, 3, 48, 49)).toEqual([1, 48, 49])
  })

  test('keep nothing of what alone is too much', () => {
    const { cache, keep, kept } = remembering(10 * kilobyte)
    expect(keep(1, found(1, 100)).screens.size).toBe(100)
    expect(kept(1)).toEqual([])
    expect(cache.weight).toBe(0)
  })

  test('give back what nobody holds any more', () => {
    const { changes, cache, keep, kept } = remembering(1024 * kilobyte)
    keep(1, found(7, 100))
    keep(1, found(8))
    keep(2, found(8))
    changes.hear(['profile:8'])
    expect(kept(1, 2)).toEqual([])
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
  ])('rest on %s', (key) => {
    const { changes, keep, kept } = remembering(1024 * kilobyte)
    keep(1, found(7))
    changes.hear(['user:99', 'place:5/2', 'function:99', 'action:0'])
    expect(kept(1)).toEqual([1])
    changes.hear([key])
    expect(kept(1)).toEqual([])
    keep(1, found(7))
    expect(kept(1)).toEqual([1])
  })

  test('that were read before a function changed are stale, although others of the same profile are not', () => {
    const { changes, keep, kept } = remembering(1024 * kilobyte)
    keep(1, found(7))
    changes.hear(['function:0'])
    keep(2, found(7))
    expect(kept(1, 2)).toEqual([2])
  })
})
