import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordAudit } from '../../audit/audit.ts'
import { type BareDatabase, createBareDatabase } from '../../../test/testing/bare-database.ts'
import { ServerProcess } from '../../../test/testing/server-process.ts'
import { ownerUrlOf } from '../../../test/testing/test-database.ts'
import { waitingFor } from '../../../test/testing/waiting-for.ts'
import { waitAndVerify } from '../../../test/testing/verified-audit-log.ts'

describe('kill -9 during sealing, twice', () => {
  let database: BareDatabase
  let recorded = 0

  beforeEach(async () => {
    database = await createBareDatabase()
    recorded = 0
  })
  afterEach(async () => {
    await Promise.all(sealers.splice(0).map(killProcess))
    await database.close()
  })

  async function record(count: number): Promise<void> {
    for (let n = 0; n < count; n++)
      await recordAudit(database.db, {
        operation: 'test',
        event: 'test.done',
        after: { n },
        address: '203.0.113.5',
        requestId: `request-${n}`,
      })
    recorded += count
  }

  /** Kills the sealer after it has written leaves and tiles, and before it writes the checkpoint. */
  async function killWhileSealing(kill: () => Promise<void>): Promise<void> {
    await database.db.transaction().execute(async (db) => {
      await sql`lock table audit_checkpoints in share row exclusive mode`.execute(db)
      await record(300)
      await waitingFor(database.db, 'insert into "audit_checkpoints"')
      await kill()
    })
  }

  /** Expects that each event is exactly one leaf, and that the tree matches the signed checkpoint. */
  async function expectSealedOnce(): Promise<void> {
    expect(await waitAndVerify(database.db)).toMatchObject({ size: recorded, unsealed: 0 })
    const { rows } = await sql`select count(*)::int as leaves, count(distinct seq)::int as events,
      (select count(*)::int from audit_entries) as entries from audit_leaves`.execute(database.db)
    expect(rows).toEqual([{ leaves: recorded, events: recorded, entries: recorded }])
  }

  test('the next sealer continues after a killed one without missing or repeated events', async () => {
    await record(10)
    for (let time = 0; time < 2; time++) {
      const sealer = startSealer(database.url)
      await killWhileSealing(() => killProcess(sealer))
    }
    startSealer(database.url)
    await expectSealedOnce()
  }, 60_000)

  test('a killed server continues at the next start without missing or repeated events', async () => {
    const server = await ServerProcess.start({
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: ownerUrlOf(database.url),
    })
    await record(10)
    for (let time = 0; time < 2; time++) {
      await killWhileSealing(() => server.kill())
      await server.start()
    }
    await expectSealedOnce()
    await server.stop()
  }, 120_000)

  test('a waiting sealer takes over from a killed one', async () => {
    const first = startSealer(database.url)
    await record(5)
    await waitAndVerify(database.db)
    startSealer(database.url)
    await killProcess(first)
    await record(5)
    await expectSealedOnce()
  }, 60_000)

  test('a sealer that hangs loses its lock to the next one', async () => {
    const hung = startSealer(database.url)
    await record(5)
    await waitAndVerify(database.db)
    hung.kill('SIGSTOP')
    startSealer(database.url)
    await record(5)
    await expectSealedOnce()
  }, 60_000)
})

/** Running sealers. They are killed at the end of each test. */
const sealers: ChildProcess[] = []

function startSealer(url: string): ChildProcess {
  const script = new URL('../../../test/testing/seal-forever.ts', import.meta.url)
  const sealer = spawn(process.execPath, [script.pathname, url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  sealers.push(sealer)
  return sealer
}

async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
