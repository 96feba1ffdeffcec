import fastify from 'fastify'
import { expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import { readConfig } from '../config.ts'
import { testEnvironment } from '../../test/testing/test-environment.ts'
import { registerApiDocs } from './api-docs.ts'

test('the OpenAPI document is built once, at the first request', async () => {
  let made = 0
  const endpoints = new Proxy(api, {
    ownKeys(declared) {
      made++
      return Reflect.ownKeys(declared)
    },
  })
  const server = fastify()
  await registerApiDocs(
    server,
    endpoints,
    readConfig(testEnvironment(3000, 'postgres://localhost')),
  )
  await server.ready()
  expect(made).toBe(0)
  const ask = async () => (await server.inject('/api/openapi.json')).body
  const document = await ask()
  const once = made
  expect(once).toBeGreaterThan(0)
  expect(await ask()).toBe(document)
  expect(made).toBe(once)
  await server.close()
})
