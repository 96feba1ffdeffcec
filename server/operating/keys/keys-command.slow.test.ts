/** `npm run keys` as a separate process, with both roles of the database. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'
import {
  secretsKey,
  secretsKeysText,
  testEnvironment,
} from '../../../test/testing/test-environment.ts'
import { listSigningKeys } from '../../sessions/signing-key-rotation.ts'

const script = join(import.meta.dirname, '../../../scripts/keys.ts')
const newKey = { id: 'novo', key: Buffer.alloc(32, 9) }

let app: TestApp
let dataDir: string

beforeAll(async () => {
  app = await createTestApp()
  dataDir = mkdtempSync(join(tmpdir(), 'portaria-keys-'))
})
afterAll(async () => {
  rmSync(dataDir, { recursive: true })
  await app.close()
})

/** Runs the command with keys in this order. Returns exit code and output. */
function keys(order: readonly (typeof newKey)[], ...args: string[]) {
  const env = {
    PATH: process.env['PATH'],
    ...testEnvironment(3000, app.databaseUrl),
    SECRETS_KEYS: secretsKeysText(order),
    DATA_DIR: dataDir,
  }
  return new Promise<{ code: number; text: string }>((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    )
  })
}

test('a key id may begin with a hyphen', async () => {
  const kid = `-${'I'.repeat(42)}`
  expect(await keys([secretsKey], 'retire', kid, '--now')).toMatchObject({
    code: 1,
    text: expect.stringContaining(`there is no key ${kid}`) as string,
  })
})

test('a rotation of all keys needs only this command', async () => {
  const [first] = await listSigningKeys(app.db)
  const old = [secretsKey, newKey]
  expect((await keys(old)).text).toMatch(/Signing keys:\n {2}\S{43} {2}active since /)
  expect(await keys(old, 'announce')).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^Announced \S{43}\.\n\nSigning keys:\n/) as string,
  })
  expect(await keys(old, 'activate')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^Failed: modules may have a copy .* activate it after /) as string,
  })
  expect((await keys(old, 'activate', '--now')).code).toBe(0)

  const both = [newKey, secretsKey]
  const again = await keys(both, 'reencrypt')
  expect(again.text).toMatch(/^Encrypted again with the key "novo": audit_keys 1, signing_keys 2/)
  expect(again.text).toContain('test  unused: ')

  expect((await keys(both, 'retire', first?.kid ?? '')).text).toContain('pass --now')
  const json = await keys(both, 'retire', first?.kid ?? '', '--now', '--json')
  expect(JSON.parse(json.text)).toMatchObject({
    done: `Removed ${first?.kid}: its tokens are refused.`,
    signing: [{ state: 'active' }],
    configured: ['novo', 'test'],
    used: [{ id: 'novo' }],
  })
  expect((await keys([secretsKey])).text).toContain('novo  MISSING in SECRETS_KEYS; ')
})

test.each(['rotate', 'retire', 'announce x', 'list x y'])(
  'refuses "%s" with the usage',
  async (args) => {
    const { code, text } = await keys([secretsKey], ...args.split(' '))
    expect(code).toBe(2)
    expect(text).toContain('Usage: npm run keys -- COMMAND')
  },
)
