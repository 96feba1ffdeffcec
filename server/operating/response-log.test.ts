import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
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

/**
 * Logs an error of PostgreSQL that names the e-mail address of a person, and has the connection's password attached.
 */
const failing = `
  import { openLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
  const { log, close } = openLog('info')
  const attached = {
    code: '23505',
    detail: 'Key (email)=(ana@operadora.example) already exists.',
    parameters: ['ana@operadora.example'],
    client: { password: 'segredo' },
  }
  const cause = Object.assign(new Error('duplicate key'), attached)
  log.error({ err: Object.assign(new Error('not saved', { cause }), attached) }, 'undeclared error')
  await close()`

test('a logged error has only its message, code, stack and cause', () => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', failing], {
    encoding: 'utf8',
  })
  const { err } = JSON.parse(stdout) as { err: { cause: object } }
  const described = { type: 'Error', code: '23505', stack: expect.any(String) as string }
  expect(err).toEqual({
    ...described,
    message: 'not saved',
    cause: { ...described, message: 'duplicate key' },
  })
})
