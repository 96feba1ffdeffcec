import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BoundServer, createBoundServer } from '../../test/testing/bound-server.ts'

let bound: BoundServer

beforeAll(async () => {
  bound = await createBoundServer({})
})
afterAll(() => bound.close())

test('a head times out after 30 s, a request after 60 s, and an idle connection after 72 s', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = bound.http
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 30_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
  })
})
