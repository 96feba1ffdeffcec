import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Sends these bytes and returns everything that the server sends until it closes the connection. */
async function send(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

test.each([
  ['a request line that is none', 'GET\r\n\r\n', 400, 'malformed-request'],
  [
    'a header with a line break in its name',
    'GET / HTTP/1.1\r\nhost: x\r\na b: c\r\n\r\n',
    400,
    'malformed-request',
  ],
  [
    'two lengths of one body',
    'POST /api/auth-local HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
    400,
    'malformed-request',
  ],
  [
    'headers of 64 KB',
    `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'a'.repeat(65_536)}\r\n\r\n`,
    431,
    'headers-too-large',
  ],
])(
  '%s gets an error in the envelope, and the connection is closed',
  async (_, bytes, status, code) => {
    const answer = await send(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    for (const header of ['x-content-type-options: nosniff', 'cache-control: no-store'])
      expect(answer).toContain(`\r\n${header}\r\n`)
    const { result } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { result: object }
    expect(result).toMatchObject({ httpStatus: status, code, httpMessage: expect.any(String) })
  },
)
