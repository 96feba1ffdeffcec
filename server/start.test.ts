import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { findFreePort } from '../test/testing/free-port.ts'
import { createTestDatabase } from '../test/testing/test-database.ts'
import { bareEnvironment } from '../test/testing/test-environment.ts'

/** Starts the server, which must fail, and returns what it prints. */
async function failedStart(
  env: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const started = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...bareEnvironment(await findFreePort()), CAPTCHA_PROVIDER: 'altcha', ...env },
  })
  return started.then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
}

test('a start says where it listens and which address users have', async () => {
  const database = await createTestDatabase('empty')
  const port = await findFreePort()
  const server = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...bareEnvironment(port),
      CAPTCHA_PROVIDER: 'altcha',
      PUBLIC_URL: 'https://acesso.example',
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
    },
  })
  const ended = once(server, 'exit')
  let output = ''
  for await (const chunk of server.stdout) {
    output += String(chunk)
    if (output.includes('listens on')) server.kill()
  }
  await ended
  expect(output).toContain(
    `listens on 127.0.0.1:${port}, and users reach it at https://acesso.example"`,
  )
  await database.drop()
})

test('a start reports unknown variables with names like ours', async () => {
  const { stdout } = await failedStart({
    DATABASE_URL: `postgres://portaria@127.0.0.1:${await findFreePort()}/portaria`,
    PUBLIC_ULR: 'https://acesso.example',
  })
  expect(stdout).toContain('PUBLIC_ULR is not a variable of Portaria; did you mean PUBLIC_URL?')
})

describe('a start ends with an error that names the variable', () => {
  test('if its database is not reachable', async () => {
    const address = `127.0.0.1:${await findFreePort()}`
    expect(
      await failedStart({ DATABASE_URL: `postgres://portaria@${address}/portaria` }),
    ).toMatchObject({
      code: 1,
      stderr: `The database can't be reached (DATABASE_URL): connect ECONNREFUSED ${address}\n`,
    })
  })

  test('if the owner or a right password is missing', async () => {
    const database = await createTestDatabase('empty')
    const { code, stderr } = await failedStart({ DATABASE_URL: database.url })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^DATABASE_OWNER_URL is missing: the role of DATABASE_URL may not migr/)
    const wrong = new URL(database.ownerUrl)
    wrong.password = 'errada'
    const second = await failedStart({
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: wrong.href,
    })
    expect(second.stderr).toMatch(/^DATABASE_OWNER_URL has a wrong password: password auth/)
    await database.drop()
  })
})
