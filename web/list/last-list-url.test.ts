import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storage } from '../storage.ts'
import { memoryStorage } from '../testing/memory-storage.ts'

const list = { pathname: '/user-list', href: '/user-list' }
const filtered = '/user-list?page=3&status=2'

/** Loads the module again, like a reload of the page. */
async function reload() {
  vi.resetModules()
  return await import('./last-list-url.ts')
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  storage.set('initial_token', 'e30.one.x')
  storage.set('place', '{"company":1}')
})
afterEach(() => vi.unstubAllGlobals())

it('is the URL with page and filters, also after a reload', async () => {
  const { lastListUrl, rememberListUrl } = await reload()
  rememberListUrl('/user-list', filtered)
  expect(lastListUrl(list)).toBe(filtered)
  const reloaded = await reload()
  expect(reloaded.lastListUrl(list)).toBe(filtered)
  reloaded.rememberListUrl('/plan-list', '/plan-list?page=2')
  expect(reloaded.lastListUrl(list)).toBe(filtered)
})

it.each([
  ['the records of another parent', { pathname: '/user-list', href: '/user-list?status=1' }],
  ['another list', { pathname: '/plan-list', href: '/plan-list' }],
])('is not used for %s', async (_, other) => {
  const { lastListUrl, rememberListUrl } = await reload()
  rememberListUrl('/user-list', filtered)
  expect(lastListUrl(other)).toBe(other.href)
})

it.each([
  ['another session', 'initial_token', 'e30.two.x'],
  ['another company', 'place', '{"company":2}'],
] as const)('is not used in %s', async (_, key, value) => {
  const { lastListUrl, rememberListUrl } = await reload()
  rememberListUrl('/user-list', filtered)
  storage.set(key, value)
  expect(lastListUrl(list)).toBe('/user-list')
  rememberListUrl('/plan-list', '/plan-list?page=2')
  expect(lastListUrl(list)).toBe('/user-list')
})

it('is stored without the signature of the token', async () => {
  storage.set('initial_token', 'e30.claims.signature')
  const { rememberListUrl } = await reload()
  rememberListUrl('/user-list', filtered)
  expect(storage.get('list_urls')).not.toContain('signature')
})
