/** While the database's disk is full, writes fail and reads succeed. */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../../test/testing/console-client.ts'
import { onOneConnection } from '../../database/one-connection.ts'
import { describeWith } from '../../../test/testing/machine-needs.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'
import { ownerUrlOf } from '../../../test/testing/test-database.ts'

const megabyte = 1024 * 1024

describeWith('root', 'a database whose disk is full', { timeout: 120_000 }, () => {
  const disk = mkdtempSync(join(tmpdir(), 'portaria-disk-'))
  const filler = join(disk, 'filler')
  const tablespace = `disk_${Date.now()}`
  let app: TestApp
  let admin: ConsoleClient
  let moduleId: number

  beforeAll(async () => {
    app = await createTestApp()
    admin = await administratorOf(app)
    moduleId = (await app.build.module()).id
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk])
    const folder = join(disk, 'tables')
    mkdirSync(folder)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(app.db)
    const { uid, gid } = statSync(`/proc/${rows[0]?.pid}`)
    chownSync(folder, uid, gid)
    await sql`create tablespace ${sql.id(tablespace)} location ${sql.lit(folder)}`.execute(app.db)
    await sql`alter table functions set tablespace ${sql.id(tablespace)}`.execute(app.db)
    // The probe of write availability inserts into this table. In production, all tables are on one disk.
    await sql`alter table rate_limits set tablespace ${sql.id(tablespace)}`.execute(app.db)
  })
  afterAll(async () => {
    const server = new URL(ownerUrlOf(app.databaseUrl))
    server.pathname = '/postgres'
    await app.close()
    await onOneConnection(server.href, (client) => client.query(`drop tablespace ${tablespace}`))
    execFileSync('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true })
  })

  const ready = async () => (await app.client.request('GET', '/api/health/ready')).status
  let functions = 0
  /** Writes a row that is too large for the free space of allocated pages. */
  const write = async () => {
    const number = (functions += 1)
    const body = {
      name: `Função ${number}`,
      url: `/${String(number).padEnd(150, 'x')}`,
      module_id: moduleId,
    }
    return (await admin.callWith({}, 'functionCreate', { body })).outcome
  }

  test('returns 503 for writes and not ready, serves reads, and recovers by itself', async () => {
    expect(await write()).toBe('200')
    expect(await ready()).toBe(200)
    fill()
    // The first writes succeed, because allocated pages still have space.
    await vi.waitFor(async () => expect(await write()).toBe('503 unavailable'), {
      timeout: 60_000,
      interval: 0,
    })
    expect(await ready()).toBe(503)
    expect((await admin.callWith({}, 'functionList', { query: {} })).status).toBe(200)

    rmSync(filler)
    await vi.waitFor(async () => expect(await ready()).toBe(200), 15_000)
    expect(await write()).toBe('200')
  })

  function fill(): void {
    for (let size = 24 * megabyte; size >= 4096; size = Math.floor(size / 2))
      try {
        writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
      } catch {
        // The disk is full. Smaller blocks may still fit.
      }
  }
})
