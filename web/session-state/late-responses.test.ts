import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storage } from '../storage.ts'
import { memoryStorage } from '../testing/memory-storage.ts'
import { reenterPlace } from './reenter-place.ts'
import { refreshGranted } from './token-validation.ts'

const tokenOf = (claims: object) => `x.${btoa(JSON.stringify({ sub: '1', ...claims }))}.x`
const [initial, own, moved] = [tokenOf({}), tokenOf({ company_id: 5 }), tokenOf({ company_id: 6 })]

/** Data of each response, by the end of its path. */
let answers: Readonly<Record<string, unknown>>
/** Functions that run before the response to a path, by the end of the path. */
let before: Readonly<Record<string, () => void>>

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  before = {}
  vi.stubGlobal('fetch', (url: string) => {
    const path = Object.keys(answers).find((each) => url.split('?')[0]?.endsWith(each)) ?? ''
    before[path]?.()
    return Promise.resolve(Response.json({ result: { data: answers[path] } }))
  })
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['is stored', undefined, true],
  ['is not stored after another token', () => storage.set('token', moved), false],
])('user data of a token %s', async (_, meanwhile, stored) => {
  const decodedToken = { companies: [], company_id: 5 }
  answers = { 'token-validate': { decodedToken } }
  if (meanwhile) before = { 'token-validate': meanwhile }
  storage.set('token', own)
  await refreshGranted(own)
  expect(storage.get('userData')).toBe(stored ? JSON.stringify(decodedToken) : null)
})

test.each([
  ['returns to its company', undefined, own],
  ['stays signed out if the user signs out meanwhile', signOut, null],
])('a tab whose session moved %s', async (_, meanwhile, token) => {
  const module = { id: 1, url: 'https://console.example/' }
  answers = {
    'initial-permissions': { companies: [{ id: 5, services: [{ modules: [module] }] }] },
    'user-local/code': { code: 'code' },
    'user-local/token': { access_token: own },
  }
  if (meanwhile) before = { 'user-local/token': meanwhile }
  storage.set('initial_token', initial)
  storage.set('token', moved)
  storage.set('place', JSON.stringify({ person: '1', company: 5, spid: null }))
  expect(await reenterPlace()).toBe(token !== null)
  expect(storage.get('token')).toBe(token)
})

function signOut(): void {
  storage.remove('initial_token')
  storage.remove('token')
}
