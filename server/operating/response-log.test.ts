import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'

let app: TestApp
const secretAccount = 'inventada@operadora.example'

beforeAll(async () => {
  app = await createTestApp({ config: { accessLog: true } })
})
afterAll(() => app.close())

const lines = () => app.log.map((line) => JSON.parse(line) as Record<string, unknown>)
const lineOf = (id: string | null, msg: string) =>
  lines().find((line) => line['requestId'] === id && line['msg'] === msg)

test('a refusal is logged with its problem and duration', async () => {
  const answer = await fetch(`${app.url}/api/auth/local?code=segredo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...basic(secretAccount, 'errada') },
    body: '{}',
  })
  const { result } = (await answer.json()) as { result: { code: string } }
  const id = answer.headers.get('x-request-id')
  expect(lineOf(id, 'refused')).toMatchObject({
    problem: result.code,
    milliseconds: expect.any(Number) as number,
    status: answer.status,
  })
})

test('the access log has a line for each response, from the fast path too, without personal data', async () => {
  const user = await app.build.user()
  const { token, cookie } = await app.trips.enter(user)
  // The second response comes from the fast path.
  for (let times = 0; times < 2; times += 1) {
    const { headers } = await fetch(`${app.url}/api/user/validate`, {
      headers: { authorization: `Bearer ${token}`, cookie },
    })
    expect(lineOf(headers.get('x-request-id'), 'responded')).toMatchObject({
      operation: 'userValidate',
      status: 200,
    })
  }
  const logged = JSON.stringify(lines().filter(({ msg }) => msg === 'responded'))
  for (const secret of [user.email, secretAccount, token, 'segredo', '127.0.0.1'])
    expect(logged).not.toContain(secret)
})

test('readiness ends after a second if the database stalls', async () => {
  const blocker = await app.db.startTransaction().execute()
  try {
    await blocker.schema.alterTable('schema_migrations').renameTo('migrations_held').execute()
    const began = performance.now()
    const { status } = await fetch(`${app.url}/api/health/ready`)
    expect(status).toBe(503)
    expect(performance.now() - began).toBeLessThan(2000)
  } finally {
    await blocker.rollback().execute()
  }
  expect((await fetch(`${app.url}/api/health/ready`)).status).toBe(200)
})
