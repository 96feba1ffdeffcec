import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { BreakableLink } from '../../test/testing/breakable-link.ts'
import { findFreePort } from '../../test/testing/free-port.ts'
import { userOf } from './database-client.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { onOneConnection } from './one-connection.ts'
import { openDatabase } from './database.ts'

let database: BareDatabase
let closed: number

beforeAll(async () => {
  database = await createBareDatabase()
  closed = await findFreePort()
})
afterAll(() => database.close())

/** The address with these ports on this machine as hosts. */
const through = (...ports: number[]) => {
  const { host } = new URL(database.url)
  return database.url.replace(host, ports.map((port) => `127.0.0.1:${port}`).join(','))
}
const one = (url: string) =>
  onOneConnection(
    url,
    async (client) => (await client.query<{ one: number }>('select 1 as one')).rows,
  )

test('connects to the host that is the primary, wherever it is in the address', async () => {
  const port = Number(new URL(database.url).port)
  expect(await one(through(closed, port))).toEqual([{ one: 1 }])
  expect(await one(through(port, closed))).toEqual([{ one: 1 }])
})

test('returns the user of an address with several hosts', () => {
  expect(userOf(through(closed, closed))).toBe(decodeURIComponent(new URL(database.url).username))
})

test('names the state of each host if none is a primary', async () => {
  const other = await findFreePort()
  const failure = one(through(closed, other))
  await expect(failure).rejects.toThrow(DatabaseUnavailable)
  await expect(failure).rejects.toThrow(
    `no host is a primary (127.0.0.1:${closed}: connect ECONNREFUSED 127.0.0.1:${closed}; 127.0.0.1:${other}: connect`,
  )
})

test('a pool moves to another host, without a new pool', async () => {
  const [first, second] = [new BreakableLink(database.url), new BreakableLink(database.url)]
  const firstPort = await first.open()
  const secondPort = await second.open()
  await second.cut()
  const pool = openDatabase(through(firstPort, secondPort), { onError: () => undefined })
  const ask = async () => (await sql<{ one: number }>`select 1 as one`.execute(pool.db)).rows
  expect(await ask()).toEqual([{ one: 1 }])
  await second.open()
  await first.cut()
  await expect.poll(() => ask().catch(() => []), { timeout: 10_000 }).toEqual([{ one: 1 }])
  await pool.close()
  await second.cut()
})
