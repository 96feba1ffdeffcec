import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call, startCall } from './api-client.ts'
import { prepare } from './api-request.ts'
import { transmitConfirmed } from './api-transmission.ts'
import { arrivedData } from './started-calls.ts'

/** Fake server: each response contains its number. */
let responses = 0
const respond = () => Promise.resolve(Response.json({ result: { data: { number: ++responses } } }))
const fetchStub = vi.fn(respond)
const favourite = { body: { module_id: 31, company_id: 11 } }
const secretAnswer = { user: 1, question: 1, response: 'demo' }
const started = { query: { page: 1 } }

beforeEach(() => {
  responses = 0
  vi.stubGlobal('fetch', fetchStub.mockImplementation(respond))
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('sessionStorage', { getItem: () => null })
})
afterEach(() => vi.unstubAllGlobals())

it('a started call is taken once, also after another read', async () => {
  await startCall('planList', started)
  await call('userSearch', { body: {} })
  expect(arrivedData('planList', [started])).toEqual({ number: 1 })
  expect(await call('planList', started)).toEqual({ number: 1 })
  expect(await call('planList', started)).toEqual({ number: 3 })
})

it.each<[string, () => Promise<unknown>]>([
  ['a write', () => call('moduleFavouriteAdd', favourite)],
  [
    'a confirmed write',
    () => transmitConfirmed(prepare('userSecretQuestion', { body: secretAnswer }), 'code'),
  ],
  [
    'a write whose response was lost',
    () => {
      fetchStub.mockRejectedValueOnce(new TypeError('Failed to fetch'))
      return call('moduleFavouriteAdd', favourite).catch(() => undefined)
    },
  ],
])('%s discards responses that no screen has taken', async (_, write) => {
  await startCall('planList', started)
  await write()
  expect(arrivedData('planList', [started])).toBeUndefined()
  expect(await call('planList', started)).not.toEqual({ number: 1 })
})

it('a write discards a call that was started while it was in progress', async () => {
  const written = call('moduleFavouriteAdd', favourite)
  const reading = startCall('planList', started)
  await Promise.all([written, reading])
  expect(await call('planList', started)).toEqual({ number: 3 })
})
