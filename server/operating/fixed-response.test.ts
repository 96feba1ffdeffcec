import fastify from 'fastify'
import { expect, test } from 'vitest'
import { FixedResponse } from './fixed-response.ts'

const text = 'Gestão de Acesso. '.repeat(1000)

test('the response is built once and compressed once per coding', async () => {
  let made = 0
  const answer = new FixedResponse('text/plain', async () => {
    made++
    return Buffer.from(text)
  })
  for (const coding of ['br', 'zstd', 'gzip', 'identity']) {
    const [first, beside] = await Promise.all([answer.body(coding), answer.body(coding)])
    expect(beside, coding).toBe(first)
    expect(await answer.body(coding), coding).toBe(first)
  }
  expect(made).toBe(1)
  expect(new Set(await Promise.all(['br', 'zstd', 'gzip'].map((c) => answer.body(c)))).size).toBe(3)
})

test('a failed build is retried at the next request, in any coding', async () => {
  let made = 0
  const answer = new FixedResponse('text/plain', async () => {
    made++
    if (made === 1) throw new Error('not now')
    return Buffer.from(text)
  })
  await expect(answer.body('br')).rejects.toThrow('not now')
  expect((await answer.body('br')).length).toBeLessThan(text.length)
  expect((await answer.body('identity')).toString()).toBe(text)
  expect(made).toBe(2)
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['zstd;q=1, br;q=0.5', 'zstd'],
  ['BR', 'br'],
  ['deflate, x-gzip', undefined],
  ['br;q=0', undefined],
  ['', undefined],
])('for accept-encoding %j the response is %s', async (accepted, coding) => {
  const server = fastify()
  const answer = new FixedResponse('text/plain', async () => Buffer.from(text))
  server.get('/', (request, reply) => answer.send(request, reply))
  const { headers, rawPayload } = await server.inject({
    url: '/',
    headers: { 'accept-encoding': accepted },
  })
  expect(headers['content-encoding']).toBe(coding)
  expect(headers['vary']).toBe('accept-encoding')
  expect(headers['content-type']).toBe('text/plain')
  expect(rawPayload).toEqual(await answer.body(coding ?? 'identity'))
  await server.close()
})
