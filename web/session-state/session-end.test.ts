import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import { call } from '../api/api-client.ts'
import { storage } from '../storage.ts'
import { memoryStorage } from '../testing/memory-storage.ts'
import { endedSession } from './session-end.ts'

const expired = { code: 'access-token-expired', httpMessage: 'access token expired' }
const unknown = { code: 'access-token-invalid', httpMessage: 'access token invalid' }

/** Sends a call with the token `old`, and refuses it with this problem on request. */
function startCall() {
  const response = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => response.promise)
  const failure = call('userSessionList', { token: 'old' }).catch((error: unknown) => error)
  return async (problem: { code: string; httpMessage: string }) => {
    response.resolve(Response.json({ result: problem }, { status: 401 }))
    const error = await failure
    return error instanceof Error && endedSession(error)
  }
}

const messages = () => {
  const { notifications: shown, queue } = notificationsStore.getState()
  return [...shown, ...queue].map(({ message }) => message)
}

const tokens = () => [storage.get('token'), storage.get('initial_token')]

function signIn(token: string): void {
  storage.set('token', token)
  storage.set('initial_token', token)
  storage.set('userData', `data of ${token}`)
}

const delegate: DecodedToken = {
  user: { id: 1, name: 'Ana', email: 'ana@x.example', cognito_id: '1', company_id: 1 },
  profiles: [],
  companies: [],
  functions: [],
  module_id: 1,
  company_id: 1,
  spid: null,
  delegation: { delegated_by: 'Bia', end_date: null, own: [] },
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  notifications.clean()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  notifications.clean()
})

it.each([expired, unknown])(
  'a late $code for a replaced token neither ends the new session nor shows a message',
  async (problem) => {
    signIn('old')
    const refuse = startCall()
    signIn('new')
    expect(await refuse(problem)).toBe(true)
    await vi.runAllTimersAsync()
    expect(tokens()).toEqual(['new', 'new'])
    expect(storage.get('userData')).toBe('data of new')
    expect(messages()).toEqual([])
  },
)

it('a sign-in between the expiry message and the end of the expired session is kept', async () => {
  signIn('old')
  expect(await startCall()(expired)).toBe(true)
  signIn('new')
  await vi.runAllTimersAsync()
  expect(tokens()).toEqual(['new', 'new'])
})

it('an expired session shows its message once, then is cleared without the target of a link', async () => {
  signIn('old')
  storage.set('refModule', '7')
  storage.set('density', 'compact')
  const [refuse, refuseToo] = [startCall(), startCall()]
  expect(await refuse(expired)).toBe(true)
  expect(messages()).toEqual(['Sua sessão expirou, faça login novamente.'])
  expect(tokens()).toEqual(['old', 'old'])
  await vi.runAllTimersAsync()
  expect(await refuseToo(expired)).toBe(true)
  expect(messages()).toHaveLength(1)
  expect(tokens()).toEqual([null, null])
  expect(storage.get('userData')).toBeNull()
  expect([storage.get('refModule'), storage.get('density')]).toEqual(['7', 'compact'])
})

it.each([
  ['goes on', 200, 'O seu acesso à Gestão de Acesso nesta empresa terminou.'],
  ['has expired too', 401, 'Sua sessão expirou, faça login novamente.'],
])('a company token that has expired while the session %s', async (_, status, message) => {
  signIn('old')
  storage.set('initial_token', 'of the session')
  const refuse = startCall()
  const reply = { result: status === 200 ? { data: {} } : expired }
  const asked = vi.fn(() => Promise.resolve(Response.json(reply, { status })))
  vi.stubGlobal('fetch', asked)
  expect(await refuse(expired)).toBe(true)
  await vi.advanceTimersByTimeAsync(100)
  expect(messages()).toEqual([expect.stringContaining(message)])
  expect(asked).toHaveBeenCalledOnce()
  await vi.runAllTimersAsync()
  expect(tokens()).toEqual([null, null])
})

it('a sign-in while the end of a delegation is checked gets no message', async () => {
  signIn('old')
  storage.set('initial_token', 'of the session')
  storage.set('userData', JSON.stringify(delegate))
  const refuse = startCall()
  const check = Promise.withResolvers<Response>()
  const fetchCheck = vi.fn(() => check.promise)
  vi.stubGlobal('fetch', fetchCheck)
  expect(await refuse(expired)).toBe(true)
  expect(fetchCheck).toHaveBeenCalledOnce()
  signIn('new')
  check.resolve(Response.json({ result: { data: {} } }))
  await vi.runAllTimersAsync()
  expect(messages()).toEqual([])
  expect(tokens()).toEqual(['new', 'new'])
})

it('a refusal that is not about the session ends nothing', async () => {
  signIn('old')
  expect(await startCall()({ code: 'forbidden', httpMessage: 'Sem permissão.' })).toBe(false)
  await vi.runAllTimersAsync()
  expect(tokens()).toEqual(['old', 'old'])
})
