import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SupervisedServer } from './supervised-server.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'portaria-test-'))
})
afterEach(() => rm(home, { recursive: true, maxRetries: 5 }))

/** Creates a program in place of PostgreSQL that reports that it is ready and then ends. */
async function shortLived(): Promise<string> {
  await mkdir(join(home, 'bin'))
  const lines = ['#!/bin/sh', 'echo "database system is ready to accept connections" >&2', '']
  await writeFile(join(home, 'bin', 'postgres'), lines.join('\n'), { mode: 0o755 })
  return home
}

test('a server that ends immediately is restarted after a second, until it is stopped', async () => {
  const ends: number[] = []
  const server = new SupervisedServer({
    folder: home,
    passwordFile: join(home, 'password'),
    programs: await shortLived(),
    runAs: {},
    durable: false,
    log: (line) => {
      if (line.includes('started again')) ends.push(performance.now())
    },
  })
  await server.start()
  await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(2)
  await server.stop()
  const [first = 0, second = 0] = ends
  expect(second - first).toBeGreaterThan(990)
  expect(ends).toHaveLength(2)
})
