import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import serverEnvironment from '../../scripts/server-environment.json' with { type: 'json' }
import { productFolder } from '../shared/product-folder.ts'
import { Lull } from './spare-memory.ts'

/** What a process of its own says, in which two hashes are followed by two looks each and one by the end, without waiting. */
const program = `
  import { readFileSync } from 'node:fs'
  import { mock } from 'node:test'
  import { openLog } from './server/operating/log.ts'
  import { keepGivingBack } from './server/operating/spare-memory.ts'
  import { hashPassword, ownWork } from './server/secrets/password-hash.ts'

  const resident = () => /^VmRSS:\\s+(\\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1] / 1024
  const stop = new AbortController()
  mock.timers.enable({ apis: ['setInterval'] })
  const kept = keepGivingBack(openLog('info').log, stop.signal)
  await hashPassword('first', ownWork)
  mock.timers.tick(15_000)
  mock.timers.tick(15_000)
  await hashPassword('second', ownWork)
  const hashed = resident()
  mock.timers.tick(15_000)
  await new Promise(setImmediate)
  const looked = resident()
  mock.timers.tick(15_000)
  await new Promise(setImmediate)
  const rested = resident()
  await hashPassword('third', ownWork)
  const hashedLast = resident()
  mock.timers.tick(15_000)
  stop.abort()
  await kept
  console.log(JSON.stringify({ hashed, looked, rested, hashedLast, stopped: resident() }))`

type Memory = Record<'hashed' | 'looked' | 'rested' | 'hashedLast' | 'stopped', number>

/** What that says, set as the server is: the lines of its log, MB of resident memory, and what it was warned of. */
async function hashAndRest(...options: string[]) {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [...options, '--input-type=module-typescript', '--eval', program],
    { cwd: productFolder, env: serverEnvironment },
  )
  const lines = stdout.trim().split('\n')
  const memory = JSON.parse(lines.pop() ?? '') as Memory
  return { log: lines, memory, warned: stderr }
}

describe.skipIf(!existsSync('/proc/self/status'))('the memory of the last hash', () => {
  test('is given back at the second look that finds nothing hashed since, without a word', async () => {
    const { log, memory, warned } = await hashAndRest()
    expect(memory.looked).toBeGreaterThan(memory.hashed - 5)
    expect(memory.rested).toBeLessThan(memory.hashed - 15)
    expect(log).toEqual([])
    expect(warned).toBe('')
  })

  test('is not given back on the way out, for which nobody should wait', async () => {
    const { memory } = await hashAndRest()
    expect(memory.stopped).toBeGreaterThan(memory.hashedLast - 5)
  })

  test('stays where Node can’t call malloc, which is said once, and nothing else happens', async () => {
    const { log, memory, warned } = await hashAndRest('--no-experimental-ffi')
    expect(memory.rested).toBeGreaterThan(memory.hashed - 5)
    expect(log).toHaveLength(1)
    expect(log[0]).toContain('what malloc keeps is not given back here')
    expect(warned).toBe('')
  })
})

describe('a lull', () => {
  /** At which of the looks that find these counts one begins. */
  const begins = (...counts: number[]): boolean[] => {
    const lull = new Lull()
    return counts.map((count) => lull.begins(count))
  }

  test('begins at the look that finds nothing counted since the one before', () => {
    expect(begins(1, 1)).toEqual([false, true])
  })

  test('doesn’t begin while something was counted between any two looks', () => {
    expect(begins(1, 2, 3, 300)).toEqual([false, false, false, false])
  })

  test('begins once, and not again until something was counted', () => {
    expect(begins(1, 1, 1, 1, 2, 2, 2)).toEqual([false, true, false, false, false, true, false])
  })

  test('begins never where nothing was ever counted', () => {
    expect(begins(0, 0, 0)).toEqual([false, false, false])
  })
})
