import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { readWhole } from './read-whole.ts'

let database: BareDatabase

beforeAll(async () => {
  database = await createBareDatabase()
})
afterAll(() => database.close())

/** Returns a page of the services, with two rows per page. */
async function servicesOf(db: Db, page: number) {
  const ids = await db.selectFrom('services').select('id').orderBy('id', 'desc').execute()
  const totalPage = Math.ceil(ids.length / 2)
  const pagination = { totalRecords: ids.length, totalPage, page, take: 2 }
  return { rows: ids.slice((page - 1) * 2, page * 2), pagination }
}

test('all pages come from one snapshot: concurrent saves neither repeat nor lose rows', async () => {
  for (let made = 0; made < 5; made += 1) await database.build.service()
  const { rows: before } = await servicesOf(database.db, 1)
  const all = (await database.db.selectFrom('services').select('id').execute()).length
  const ids: unknown[] = []
  const count = await readWhole({
    db: database.db,
    isGone: () => false,
    async readPage(db, page) {
      const found = await servicesOf(db, page)
      await database.build.service()
      return found
    },
    onRows: (rows) =>
      ids.push(
        ...z
          .array(z.object({ id: z.int() }))
          .parse(rows)
          .map(({ id }) => id),
      ),
  })
  expect(ids.slice(0, 2)).toEqual(before.map(({ id }) => id))
  expect([count, new Set(ids).size, ids.length]).toEqual([all, all, all])
})

test('the transaction is read-only', async () => {
  const reading = readWhole({
    db: database.db,
    isGone: () => false,
    async readPage(db, page) {
      await db.deleteFrom('audit_pending').execute()
      return servicesOf(db, page)
    },
    onRows: () => undefined,
  })
  await expect(reading).rejects.toThrow(/read-only transaction/)
})

test('reading stops after the client has disconnected', async () => {
  let pages = 0
  const reading = readWhole({
    db: database.db,
    isGone: () => pages === 2,
    readPage: (db, page) => servicesOf(db, (pages = page)),
    onRows: () => undefined,
  })
  await expect(reading).rejects.toThrow()
  expect(pages).toBe(2)
})

test('50,000 rows are read; 50,001 are refused before reading', async () => {
  const readRows = (totalRecords: number) => {
    let read = 0
    const pagination = { totalRecords, totalPage: 1, page: 1, take: 1 }
    const reading = readWhole({
      db: database.db,
      isGone: () => false,
      readPage: () => Promise.resolve({ rows: [{ id: 1 }], pagination }),
      onRows: ({ length }) => (read += length),
    })
    return reading.catch((error: unknown) => [error, read])
  }
  expect(await readRows(50_000)).toBe(50_000)
  expect(await readRows(50_001)).toEqual([new Problem('export-too-large'), 0])
})
