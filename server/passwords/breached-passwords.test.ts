import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultPassword } from '../../test/testing/builders.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { hours } from '../shared/clock.ts'

const leaked = 'Correio-Elegante-1987?'
const padding = 'Bom-Dia-Vizinho-1987?'

/** Test server for the range protocol of Pwned Passwords, with padding on request. */
let service: Server
let asked: { path: string; padding: string | undefined }[] = []
let broken = false
let app: TestApp

beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push({ path: request.url ?? '', padding: String(request.headers['add-padding']) })
    if (broken) response.writeHead(503).end()
    else response.end(`${suffixOf(leaked)}:37\r\n${suffixOf(padding)}:0\r\n${'0'.repeat(35)}:2`)
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const address = service.address()
  const port = typeof address === 'object' ? address?.port : undefined
  app = await createTestApp({
    config: { breachedPasswordsUrl: `http://127.0.0.1:${port}/range/` },
  })
})
beforeEach(() => {
  asked = []
  broken = false
})
afterAll(async () => {
  await app.close()
  service.close()
})

const digestOf = (password: string) => hash('sha1', password).toUpperCase()
const suffixOf = (password: string) => digestOf(password).slice(5)

async function setFirstPassword(newPassword: string) {
  const temporaryUntil = new Date(app.clock.now().getTime() + hours(24))
  const { email } = await app.build.user({ temporaryUntil })
  return app.client.call('userSetPassword', {
    body: {
      session: await app.trips.begin(email),
      email,
      oldPassword: defaultPassword,
      newPassword,
      secretQuestion: { user: email, question: 1, response: 'Colégio São José' },
    },
  })
}

test('a leaked password is refused', async () => {
  const { failure } = await setFirstPassword(leaked)
  expect(failure).toMatchObject({
    code: 'password-breached',
    httpMessage: 'Essa senha já apareceu em um vazamento de dados. Escolha outra.',
  })
})

test('a padding entry does not count as leaked', async () => {
  expect((await setFirstPassword(padding)).outcome).toBe('200')
})

test('only five digits of the hash are sent, and responses are padded', async () => {
  await setFirstPassword(padding)
  expect(asked).toEqual([{ path: `/range/${digestOf(padding).slice(0, 5)}`, padding: 'true' }])
})

test('if the service is down, passwords can still be set and a warning is logged', async () => {
  broken = true
  expect((await setFirstPassword(leaked)).outcome).toBe('200')
  expect(app.log.join('')).toContain('cannot check whether a password has leaked')
  expect(app.log.join('')).not.toContain(digestOf(leaked).slice(0, 5))
})
