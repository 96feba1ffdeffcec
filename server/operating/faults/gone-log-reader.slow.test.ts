/** The process that reads the log may end before the server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ServerProcess } from '../../../test/testing/server-process.ts'
import { createTestDatabase, ownerUrlOf } from '../../../test/testing/test-database.ts'

const logModule = join(import.meta.dirname, '../log.ts')
let stop: (() => Promise<unknown>) | undefined
afterEach(() => stop?.())

/**
 * Returns the source of a program that logs 100 lines in one tick, as a failing shutdown does. The program then exits
 * as `exit` says.
 */
const program = (exit: string) => `
  import { openLog } from ${JSON.stringify(logModule)}
  const { log, close } = openLog('info')
  process.stdin.on('end', async () => {
    for (let line = 0; line < 100; line++) log.info({ line }, 'x'.repeat(1000))
    ${exit}
    process.exit(3)
  }).resume()
  log.info('ready')`

async function run(exit: string, read: boolean) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program(exit)])
  stop = async () => {
    if (child.exitCode === null) child.kill('SIGKILL')
  }
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await once(child.stdout, 'data')
  if (!read) child.stdout.destroy()
  child.stdin.end()
  await once(child, read ? 'close' : 'exit', { signal: AbortSignal.timeout(15_000) })
  return { code: child.exitCode, lines: text.trim().split('\n').length }
}

test.each([
  ['after its log was closed', 'await close()'],
  ['at once, as at the drain limit', ''],
])('a process whose log reader is gone exits %s', async (_, exit) => {
  expect((await run(exit, false)).code).toBe(3)
})

test('a closed log contains all lines', async () => {
  expect(await run('await close()', true)).toEqual({ code: 3, lines: 101 })
})

test('a server whose log reader is gone drains and exits with 0', async () => {
  const database = await createTestDatabase()
  const server = await ServerProcess.start({
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: ownerUrlOf(database.url),
    LOG_LEVEL: 'trace',
  })
  stop = async () => {
    await server.kill()
    await database.drop()
  }
  server.closeLog()
  await Promise.all(Array.from({ length: 20 }, () => server.client.request('GET', '/api/home')))
  expect(await server.stop()).toBe(0)
}, 60_000)
