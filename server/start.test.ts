import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findFreePort } from '../test/testing/free-port.ts'
import { bareEnvironment } from '../test/testing/test-environment.ts'

test('a start without its database ends with a clear error', async () => {
  const address = `127.0.0.1:${await findFreePort()}`
  const started = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...bareEnvironment(await findFreePort()),
      CAPTCHA_PROVIDER: 'altcha',
      DATABASE_URL: `postgres://portaria@${address}/portaria`,
    },
  })
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr: `The database can't be reached: connect ECONNREFUSED ${address}\n`,
  })
})
