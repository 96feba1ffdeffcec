/** `npm run administrator:recover` as a separate process, beside a running server. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorProfileId } from '../../contract/constants.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import { testEnvironment } from '../../test/testing/test-environment.ts'

const script = join(import.meta.dirname, '../../scripts/recover-administrator.ts')

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Runs the command. Returns exit code and output. */
function recover(email: string) {
  const env = { PATH: process.env['PATH'], ...testEnvironment(3000, app.databaseUrl) }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [script, email], { env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

test('prints a temporary password that the server accepts, and ten recovery codes', async () => {
  const { email } = await app.build.consoleUser({ profileId: administratorProfileId })
  const { code, out, err } = await recover(email.toUpperCase())
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const [password = '', ...codes] =
    out.match(/^ {2}[A-Z2-9-]{29}$/gm)?.map((line) => line.trim()) ?? []
  expect(codes).toHaveLength(10)
  const answer = await app.client.call('authLocal', { headers: basic(email, password) })
  expect(answer.data.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
})

test('refuses with a sentence and exit code 1', async () => {
  expect(await recover('nobody@x.example')).toEqual({
    code: 1,
    out: '',
    err: 'Failed: no user has the e-mail nobody@x.example\n',
  })
})
