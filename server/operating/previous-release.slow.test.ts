/**
 * A process of the previous release runs on the schema of this version, beside a process of this version (decision 86).
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { administratorOf, ConsoleClient } from '../../test/testing/console-client.ts'
import { describeWith } from '../../test/testing/machine-needs.ts'
import { ServerProcess } from '../../test/testing/server-process.ts'
import { consoleUrl, ownerUrlOf } from '../../test/testing/test-database.ts'
import { TestTrips } from '../../test/testing/test-trips.ts'
import { previousRelease } from '../../test/testing/previous-release.ts'
import { COMPATIBLE_FROM } from '../database/migrate.ts'
import { onOneConnection } from '../database/one-connection.ts'
import { productFolder } from '../shared/product-folder.ts'

describeWith(
  'previous-release',
  'the previous release',
  { timeout: 180_000, optional: true },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'portaria-previous-'))
    let database: BareDatabase
    let current: ServerProcess
    let previous: ServerProcess

    beforeAll(async () => {
      run('sh', ['-c', `git archive ${previousRelease.commit} | tar -x -C "${folder}"`])
      symlinkSync(join(productFolder, 'node_modules'), join(folder, 'node_modules'))
      database = await createBareDatabase()
      const { url } = database
      const env = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrlOf(url), PUBLIC_URL: consoleUrl }
      await withoutLaterMigrations(ownerUrlOf(url), async () => {
        previous = await ServerProcess.start(env, {
          command: [process.execPath, join(folder, 'server/main.ts')],
        })
      })
      current = await ServerProcess.start(env)
    }, 120_000)
    afterAll(async () => {
      await Promise.all([current.stop(), previous.stop()])
      await database.close()
      rmSync(folder, { recursive: true })
    })

    test('signs in, reads and writes; the other version continues the session', async () => {
      const { db, keyring, build } = database
      const sides = [previous, current].map(({ client }) => ({
        client,
        build,
        trips: new TestTrips(client, db, keyring),
      }))
      for (const side of sides) {
        const { person, who } = await administratorOf(side)
        for (const { client } of sides) {
          const admin = new ConsoleClient({ client }, person, who)
          const name = `Serviço ${crypto.randomUUID().slice(0, 8)}`
          await admin.call('serviceCreate', { body: { name, description: 'De duas versões' } })
          const { data } = await admin.call('serviceList', { query: { search: name } })
          expect(data.rows.map((service) => service.name)).toEqual([name])
        }
      }
    })
  },
)

/**
 * Release 0.3.0 refuses all migrations that it does not know, so their names are absent during its start. Later releases
 * accept them; then this function is not needed.
 */
async function withoutLaterMigrations(ownerUrl: string, start: () => Promise<void>): Promise<void> {
  await onOneConnection(ownerUrl, async (client) => {
    await client.query(
      `create temporary table later as select * from schema_migrations where left(name, 4) > '${COMPATIBLE_FROM}'`,
    )
    await client.query('delete from schema_migrations where name in (select name from later)')
    await start()
    await client.query('insert into schema_migrations select * from later')
  })
}

function run(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { cwd: productFolder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
