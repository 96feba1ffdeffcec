import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../test/testing/machine-needs.ts'
import { onOneConnection } from '../one-connection.ts'
import { isRunning } from './data-dir-lock.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts'

/** User id and group id of "nobody". */
const NOBODY = 65_534

const title = 'the embedded database of an ordinary user, beside the PostgreSQL of another user,'
describeWith('root', title, { timeout: 60_000 }, () => {
  let otherFolder: string
  let other: EmbeddedDatabase
  let dataDir: string
  let owner: ChildProcess | undefined

  beforeAll(async () => {
    otherFolder = await mkdtemp(join(tmpdir(), 'portaria-test-'))
    // Root calls this, so the directory is given to the user "postgres".
    other = await startEmbeddedDatabase({
      dataDir: otherFolder,
      durable: false,
      log: () => undefined,
    })
  })
  afterAll(async () => {
    await other.stop()
    await rm(otherFolder, { recursive: true, maxRetries: 5 })
  })
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portaria-test-'))
    chownSync(dataDir, NOBODY, NOBODY)
  })
  afterEach(async () => {
    if (owner?.exitCode === null) {
      owner.kill()
      await once(owner, 'exit')
    }
    await rm(dataDir, { recursive: true, maxRetries: 5 })
  })

  test('restarts after a stop and after a kill', async () => {
    const url = await startTwice()
    const killed = serverIn(dataDir)
    process.kill(killed, 'SIGKILL')
    const answers = () =>
      onOneConnection(url, (client) => client.query('select 1')).then(
        () => true,
        () => false,
      )
    await expect.poll(() => isRunning(killed)).toBe(false)
    await expect.poll(answers).toBe(true)
    expect(serverIn(dataDir)).not.toBe(killed)
  })

  test('starts although the process id in its stale file belongs to the other PostgreSQL', async () => {
    const foreign = serverIn(otherFolder)
    await startTwice(`writeFileSync(dataDir + '/postgres/postmaster.pid', '${foreign}\\n')`)
    expect(isRunning(foreign)).toBe(true)
    expect(serverIn(dataDir)).not.toBe(foreign)
  })

  /** Starts and stops the database as "nobody", runs `between`, starts the database again and returns its URL. */
  async function startTwice(between = ''): Promise<string> {
    const module = (name: string) => JSON.stringify(join(import.meta.dirname, name))
    // Root loads the sources and programs, since other users may have no access to the project's folder.
    const program = `
      const { writeFileSync } = await import('node:fs')
      const { startEmbeddedDatabase } = await import(${module('embedded-database.ts')})
      const { findBinaries } = await import(${module('postgres-binaries.ts')})
      const programs = findBinaries({ uid: ${NOBODY}, gid: ${NOBODY} })
      process.chdir('/')
      process.setgroups([])
      process.setgid(${NOBODY})
      process.setuid(${NOBODY})
      const dataDir = ${JSON.stringify(dataDir)}
      const start = () => startEmbeddedDatabase({ dataDir, durable: true, log: () => undefined, programs })
      await (await start()).stop()
      ${between}
      console.log((await start()).ownerUrl)`
    owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(owner, 'exit').then(() => {
      throw new Error('It did not start.')
    })
    const [line] = (await Promise.race([once(owner.stdout!, 'data'), ended])) as [Buffer]
    return line.toString().trim()
  }
})

function serverIn(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}
