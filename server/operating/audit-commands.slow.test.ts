import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordAudit } from '../audit/audit.ts'
import { saveKept } from '../audit/sealing/log-state.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { testEnvironment } from '../../test/testing/test-environment.ts'

const run = promisify(execFile)
const scripts = join(import.meta.dirname, '../../scripts')

let database: BareDatabase
let folder: string
let exported: string
/** Additional environment variables for the commands. */
let environment: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  database = await createBareDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portaria-audit-'))
  exported = join(folder, 'log')
  for (let n = 1; n <= 300; n++)
    await recordAudit(database.db, {
      operation: 'test',
      event: 'test.done',
      after: { n },
      address: '203.0.113.5',
      requestId: `request-${n}`,
    })
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.close()
})

/** Runs a command and returns its exit code and output. */
async function command(name: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env['PATH'], ...testEnvironment(3000, database.url), ...environment }
  const options = { cwd: folder, env }
  return run(process.execPath, [join(scripts, `${name}.ts`), ...args], options).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  )
}

describe('audit:verify, audit:export and audit:prove', { timeout: 60_000 }, () => {
  test('seal pending events, confirm the audit log in one line, and export the log without personal values', async () => {
    expect(await command('audit-verify')).toEqual({
      code: 0,
      said: 'The audit log is intact. Events sealed: 300, waiting: 0; heads stored externally that match: 0.\n',
    })
    expect(await command('audit-export', exported)).toEqual({
      code: 0,
      said: `Wrote 300 events and the tiles over them to ${exported}.\n`,
    })
    const entries = await readFile(join(exported, 'tile/entries/000'), 'utf8')
    expect(entries).toContain('"request_id":"request-1"')
    expect(entries).not.toContain('203.0.113.5')
    expect(await command('audit-verify', '--from', exported)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^The log holds. Events: 300, signed by localhost:3000\/audit\+/),
    })
  })

  test('prove an event, from the database and from an export', async () => {
    const proof = async (...args: string[]) => {
      expect(await command('audit-prove', '17', ...args)).toEqual({
        code: 0,
        said: 'Wrote audit-event-17.tlog-proof: event 17 is leaf 16 of 300.\n',
      })
      return readFile(join(folder, 'audit-event-17.tlog-proof'), 'utf8')
    }
    const written = await proof()
    expect(written).toMatch(
      /^c2sp\.org\/tlog-proof@v1\nextra \S+\nindex 16\n(\S{44}\n){9}\nlocalhost:3000\/audit\n300\n/,
    )
    expect(await proof('--from', exported)).toBe(written)
    expect(await command('audit-prove', '301')).toEqual({
      code: 1,
      said: 'Failed: event 301 is not in the log.\n',
    })
  })

  test('compare with externally stored heads, and report that the file of heads is missing', async () => {
    const file = join(folder, 'kept')
    environment = { AUDIT_CHECKPOINTS: file }
    const verified = (kept: number) => ({
      code: 0,
      said: `The audit log is intact. Events sealed: 300, waiting: 0; heads stored externally that match: ${kept}.\n`,
    })
    expect(await command('audit-verify')).toEqual(verified(0))
    await writeFile(file, `${await readFile(join(exported, 'checkpoint'), 'utf8')}\n`)
    await saveKept(database.db, 300)
    expect(await command('audit-verify')).toEqual(verified(1))
    await rm(file)
    expect(await command('audit-verify')).toEqual({
      code: 1,
      said: `The audit log does not match: ${file} is missing, although a head of 300 events was stored externally.\n`,
    })
    environment = {}
  })

  test('report a stored head and an exported event that do not verify', async () => {
    const heads = join(folder, 'heads')
    const head = await readFile(join(exported, 'checkpoint'), 'utf8')
    await writeFile(heads, `${head}\n${head.replace('\n300\n', '\n301\n')}\n`)
    expect(await command('audit-verify', '--checkpoints', heads)).toEqual({
      code: 1,
      said: 'The audit log does not match: the external head of 301 events is not signed by localhost:3000/audit.\n',
    })
    const edited = join(folder, 'edited')
    await cp(exported, edited, { recursive: true })
    const bundle = join(edited, 'tile/entries/000')
    const content = await readFile(bundle, 'latin1')
    await writeFile(bundle, content.replace('request-7"', 'request-8"'), 'latin1')
    expect(await command('audit-verify', '--from', edited)).toEqual({
      code: 1,
      said: 'The audit log does not match: event 7 was changed: it is not what was sealed as leaf 6.\n',
    })
  })

  const sumdb = join(process.env['GOPATH'] ?? '/usr/share/gocode', 'src/golang.org/x/mod/sumdb')
  // Skipped without Go. docs/decisions/0035 describes how this was tested.
  test.runIf(existsSync(sumdb))('are accepted by Go’s verifiers', async () => {
    const program = join(import.meta.dirname, '../../test/testing/outside-verifier.go')
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: join(sumdb, '../../../../..') }
    const { stdout } = await run('go', ['run', program, exported, 'audit-event-17.tlog-proof'], {
      cwd: folder,
      env,
    })
    expect(stdout).toBe('localhost:3000/audit: 300 entries are in the tree that was signed\n')
  })
})
