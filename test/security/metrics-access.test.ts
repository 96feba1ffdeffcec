/** Access to /metrics: clients on this machine, and others with METRICS_TOKEN (issue 8, row 12; rulings §9). */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRaw } from '../testing/raw-http.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { metricsToken } from '../testing/test-environment.ts'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const elsewhere = { 'x-forwarded-for': '198.51.100.7' }

describe('with a token', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  test.each<[string, Record<string, string>, number]>([
    ['a client on this machine', {}, 200],
    ['a remote client with the token', { ...elsewhere, ...bearer(metricsToken) }, 200],
    ['a remote client without the token', elsewhere, 401],
    ['a client with a forged x-forwarded-for', { 'x-forwarded-for': '127.0.0.1' }, 401],
    ['a client behind a proxy that sends RFC 7239 headers', { forwarded: 'for=198.51.100.7' }, 401],
    ['a wrong token', { ...elsewhere, ...bearer('ficha-dos-teste') }, 401],
    ['a token with an appended character', { ...elsewhere, ...bearer(`${metricsToken}x`) }, 401],
    ['an empty token', { ...elsewhere, authorization: 'Bearer ' }, 401],
    ['the token as Basic', { ...elsewhere, authorization: `Basic ${metricsToken}` }, 401],
  ])('%s', async (_, headers, status) => {
    const answer = await sendRaw(app.url, 'GET', '/metrics', headers)
    expect(answer.status).toBe(status)
    expect(answer.body.includes('portaria_requests_total')).toBe(status === 200)
    expect(answer.headers.get('www-authenticate')?.startsWith('Bearer ') ?? false).toBe(
      status === 401,
    )
  })
})

const loopbacks = (networkInterfaces()['lo'] ?? []).map(({ address }) => address)

test.skipIf(!loopbacks.includes('::1'))('a client on this machine may use IPv6', async () => {
  const app = await createTestApp()
  const door = createServer((socket) => void app.app.fastify.server.emit('connection', socket))
  door.listen(0, '::1')
  await once(door, 'listening')
  const { port } = door.address() as AddressInfo
  const at = `http://[::1]:${port}`
  expect((await fetch(`${at}/metrics`)).status).toBe(200)
  expect((await fetch(`${at}/metrics`, { headers: elsewhere })).status).toBe(401)
  door.close()
  await app.close()
})

test('without a configured token remote clients get not found', async () => {
  const app = await createTestApp({ config: { metricsToken: undefined } })
  const answers = [
    await sendRaw(app.url, 'GET', '/metrics', { ...elsewhere, ...bearer('undefined') }),
    await sendRaw(app.url, 'GET', '/metrics', elsewhere),
    await sendRaw(app.url, 'GET', '/metrics'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 200])
  await app.close()
})
