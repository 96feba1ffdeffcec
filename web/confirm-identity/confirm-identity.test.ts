import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepare } from '../api/api-request.ts'
import { storage } from '../storage.ts'
import { callConfirmedAll } from './confirm-identity.ts'
import { openConfirmation } from './confirm-identity-request.ts'

const links = (id: number) => ({ body: { company_id: [id], user_id: 1 } })
const calls = [
  prepare('companyUserLink', links(2)),
  prepare('companyUserUnlink', links(3)),
] as const

/** Starts a save of two calls, confirms it, and returns its requests in the order of the calls. */
async function startSave() {
  const requests = calls.map(() => Promise.withResolvers<Response>())
  const sent: { address: string; code: string | null }[] = []
  const bothSent = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', (address: string, { headers }: { headers: Headers }) => {
    const index = calls.findIndex((each) => address === `/api${each.address}`)
    sent[index] = { address, code: headers.get('code') }
    if (sent.filter(Boolean).length === calls.length) bothSent.resolve()
    return requests[index]?.promise
  })
  const outcome = callConfirmedAll('Salvar', calls).catch((error: unknown) => error)
  await vi.waitUntil(() => openConfirmation.get())
  openConfirmation.get()?.confirm('confirmed')
  await bothSent.promise
  return { outcome, sent, requests }
}

const done = (data: unknown) => Response.json({ result: { data } })
const refused = (code: string) =>
  Response.json({ result: { code, httpMessage: code } }, { status: 409 })

beforeEach(() => {
  for (const area of ['localStorage', 'sessionStorage']) {
    const values = new Map<string, string>()
    vi.stubGlobal(area, {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    })
  }
})
afterEach(() => vi.unstubAllGlobals())

const orders = [
  { order: 'in order', first: 0, last: 1 },
  { order: 'in reverse order', first: 1, last: 0 },
] as const

it.each(orders)(
  'the calls of one save, with responses $order, return the result of each',
  async (each) => {
    const { outcome, sent, requests } = await startSave()
    expect(sent.map(({ code }) => code)).toEqual(['confirmed', 'confirmed'])
    const results = [{ linked: 1 }, { unlinked: 1 }]
    requests[each.first]?.resolve(done(results[each.first]))
    expect(storage.get('code')).toBe('confirmed')
    requests[each.last]?.resolve(done(results[each.last]))
    expect(await outcome).toEqual(results)
    expect(storage.get('code')).toBeNull()
  },
)

it.each(orders)(
  'if both calls fail, with responses $order, the error of the first call is reported',
  async (each) => {
    const { outcome, requests } = await startSave()
    const codes = ['user-not-found', 'company-not-found']
    requests[each.first]?.resolve(refused(codes[each.first] ?? ''))
    requests[each.last]?.resolve(refused(codes[each.last] ?? ''))
    expect(await outcome).toMatchObject({ code: 'user-not-found' })
  },
)

it.each(orders)('an error is reported only after both responses, $order', async (each) => {
  const { outcome, requests } = await startSave()
  let settled = false
  void outcome.finally(() => (settled = true))
  requests[each.first]?.resolve(each.first === 0 ? refused('user-not-found') : done({}))
  // Wait one turn of the event loop, in which the response is read.
  await new Promise((resolve) => setTimeout(resolve))
  expect(settled).toBe(false)
  requests[each.last]?.resolve(each.last === 0 ? refused('user-not-found') : done({}))
  expect(await outcome).toMatchObject({ code: 'user-not-found' })
})
