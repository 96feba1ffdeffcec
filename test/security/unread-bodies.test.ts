import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Endpoints } from '../../contract/endpoint.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const endpoints: Endpoints = api
const large = Object.values(endpoints).filter(({ bodyLimit }) => bodyLimit !== undefined)

test('every endpoint that accepts a large body requires authentication', () => {
  expect(large.length).toBeGreaterThan(0)
  expect(large.filter(({ access }) => access === 'public')).toEqual([])
})

test.each(large.map(({ method, path }) => [`${method} ${path}`, method, path] as const))(
  '%s refuses a client without a token before its body has arrived',
  async (_, method, path) => {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const target = `/api${path.replace(/\{\w+\}/g, '1')}`
    socket.write(
      `${method} ${target} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 20000\r\n\r\n{"a":`,
    )
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString().split('\r\n', 1)).toEqual(['HTTP/1.1 401 Unauthorized'])
    socket.destroy()
  },
)
