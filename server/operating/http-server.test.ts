import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BoundServer, createBoundServer } from '../testing/bound-server.ts'

let bound: BoundServer

beforeAll(async () => {
  bound = await createBoundServer({})
})
afterAll(() => bound.close())

test('a head has 30 s to arrive, a request 60 s, and a connection may wait 72 s for the next', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = bound.http
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 30_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
  })
})
