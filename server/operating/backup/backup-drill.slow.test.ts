import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  drillEnvironment,
  type DrillResult,
  exists,
  runBackupDrill,
  withEmbedded,
} from '../../../test/testing/backup-drill.ts'
import { onOneConnection } from '../../database/one-connection.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../../scripts/backup.ts')

describe('the backup drill', { timeout: 120_000 }, () => {
  let folder: string
  let result: DrillResult

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portaria-drill-'))
    result = await runBackupDrill(folder, () => Promise.resolve())
  }, 300_000)
  afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

  test('loses only what was written after the snapshot', () => {
    expect(result.before.writes).toBeGreaterThanOrEqual(20)
    expect(result.before.missing).toBe(0)
    expect(result.after.missing).toBeGreaterThan(0)
  })

  test('restores an audit log that matches the heads stored outside of the database', async () => {
    expect(result.verified).toMatch(/^The audit log is intact\./)
    expect(result.verified).not.toMatch(/match: 0\.$/)
    expect((await stat(join(folder, 'new-checkpoints'))).mode & 0o777).toBe(0o600)
  })

  test('restores the keys, and ends the sessions that the backup contains', async () => {
    const read = (place: string) => readFile(join(folder, place, 'secrets.key'), 'utf8')
    expect(await read('new')).toBe(await read('old'))
    expect((await stat(join(folder, 'new', 'secrets.key'))).mode & 0o777).toBe(0o600)
    expect(result.oldSessionRefused).toBe(true)
  })

  test('a backup on a full disk says so and leaves nothing behind', async () => {
    const path = join(folder, 'too-big')
    // Limits files to 1 KB, which has the same effect on the program as a full disk. The database runs without this
    // limit.
    await withEmbedded(folder, 'new', async () => {
      const limited = run(
        'sh',
        ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, script, path],
        {
          cwd: folder,
          env: drillEnvironment(folder, 'new'),
        },
      )
      await expect(limited).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('There is not enough space for'),
      })
    })
    expect(await exists(path)).toBe(false)
    expect(await exists(`${path}.partial`)).toBe(false)
  })

  test('an interrupted backup leaves nothing behind', async () => {
    const path = join(folder, 'interrupted')
    await withEmbedded(folder, 'new', (ownerUrl) =>
      onOneConnection(ownerUrl, async (client) => {
        // The backup waits for this lock.
        await client.query('begin; lock table users')
        const backup = execFile(process.execPath, [script, path], {
          cwd: folder,
          env: drillEnvironment(folder, 'new'),
        })
        const ended = new Promise((resolve) => backup.once('exit', resolve))
        await expect.poll(() => exists(`${path}.partial`), { timeout: 20_000 }).toBe(true)
        backup.kill('SIGTERM')
        expect(await ended).toBe(130)
      }),
    )
    expect(await exists(path)).toBe(false)
    expect(await exists(`${path}.partial`)).toBe(false)
  })
})
