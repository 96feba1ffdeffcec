import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AuditDetails } from '../audit/audit.ts'
import { recordTable } from '../database/record-table.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { bearerOf } from '../../test/testing/bearer.ts'
import type { Principal } from './principal.ts'
import { Problem } from './problem.ts'
import { createRecord, lockRecord, replaceRecord, requireFound, type Write } from './record.ts'

let database: BareDatabase
let id: number

beforeAll(async () => {
  database = await createBareDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  id = await database.build.service()
})

const companyOf = (companyId: number) => bearerOf({ place: { moduleId: 1, companyId, spid: null } })
/** Three callers: with all rights, with read access only, and without access. */
const [writer, reader, stranger] = [companyOf(1), companyOf(2), companyOf(3)]

const requireWriter = (who: Principal): void => {
  if (who !== writer) throw new Problem('forbidden')
}
const table = recordTable('services', ['name', 'description'])
const kind = {
  name: 'service',
  missing: 'service-not-found',
  table,
  inScope: (who: Principal) => sql<boolean>`${who !== stranger}`,
  requireCreator: requireWriter,
  requireWriter,
  read: (_: unknown, who: Principal, of: number) =>
    Promise.resolve({ of, by: who.place?.companyId }),
} as const

/** Runs the callback in a transaction and returns its outcome with the audit details. */
async function within<T>(who: Principal, work: (write: Write) => Promise<T>) {
  let audited: AuditDetails | undefined
  const audit = (details: AuditDetails) => (audited = { ...audited, ...details })
  const outcome = await database.db
    .transaction()
    .execute((db) => work({ db, who, audit }))
    .catch((error: unknown) => {
      if (error instanceof Problem) return error.code
      throw error
    })
  return { outcome, audited }
}
const rowOf = (of: number) =>
  database.db
    .selectFrom('services')
    .select(['id', 'name', 'description', 'version'])
    .where('id', '=', of)
    .executeTakeFirstOrThrow()
const count = async () => (await database.db.selectFrom('services').select('id').execute()).length

const newName = () => `Serviço ${crypto.randomUUID().slice(0, 8)}`

test('requireFound returns falsy values and throws the problem for undefined', () => {
  expect(requireFound(0, 'not-found')).toBe(0)
  expect(() => requireFound(undefined, 'not-found')).toThrow(new Problem('not-found'))
})

test('a row can be locked if it exists, is in scope, and the caller may write it', async () => {
  const lock = (who: Principal, of = id) => within(who, (write) => lockRecord(write, kind, of))
  expect((await lock(writer)).outcome).toEqual(await rowOf(id))
  expect((await lock(writer, 0)).outcome).toBe('service-not-found')
  // A caller without access gets no other information.
  expect((await lock(stranger)).outcome).toBe('service-not-found')
  expect((await lock(reader)).outcome).toBe('forbidden')
})

test('the right to write is checked with the current row', async () => {
  const asked: unknown[] = []
  const asking = { ...kind, requireWriter: (...of: unknown[]) => void asked.push(of) }
  await within(writer, (write) => lockRecord(write, asking, id))
  expect(asked).toEqual([[writer, await rowOf(id)]])
})

test.each([
  ['other rows may reference it', {}, 'referred'],
  ['no row may reference it if it is locked whole', { lockWhole: true }, '55P03'],
])('while a row is locked, %s', async (_, more, expected) => {
  const { outcome } = await within(writer, async (write) => {
    await lockRecord(write, { ...kind, ...more }, id)
    return database.db
      .transaction()
      .execute(async (other) => {
        await sql`select from services where id = ${id} for key share nowait`.execute(other)
        return 'referred'
      })
      .catch((error: unknown) => (error instanceof pg.DatabaseError ? error.code : error))
  })
  expect(outcome).toBe(expected)
})

test('a new record is inserted, audited and returned', async () => {
  const values = { name: newName(), description: 'Novo.' }
  const { outcome, audited } = await within(writer, (write) => createRecord(write, kind, values))
  const made = await database.db
    .selectFrom('services')
    .select(['id', 'name', 'description', 'version'])
    .where('name', '=', values.name)
    .executeTakeFirstOrThrow()
  expect(made).toMatchObject(values)
  expect(outcome).toEqual({ of: made.id, by: 1 })
  expect(audited).toEqual({ target: `service:${made.id}`, after: made })
})

test('a new record is refused before it is inserted if the caller may not create it', async () => {
  const before = await count()
  const refusing = {
    ...kind,
    table: { ...table, insert: () => Promise.reject(new Error('Inserted.')) },
  }
  const values = { name: newName(), description: 'Novo.' }
  const { outcome, audited } = await within(reader, (write) =>
    createRecord(write, refusing, values),
  )
  expect([outcome, audited, await count()]).toEqual(['forbidden', undefined, before])
})

const replace = (
  who: Principal,
  more: Partial<Parameters<typeof replaceRecord<Row, { name: string }, unknown>>[2]> = {},
) =>
  within(who, (write) =>
    replaceRecord(write, kind, { id, version: undefined, values: { name: newName() }, ...more }),
  )
type Row = Awaited<ReturnType<typeof rowOf>>

test('a save updates the row, audits before and after, and returns the record', async () => {
  const before = await rowOf(id)
  const name = newName()
  const { outcome, audited } = await replace(writer, { values: { name }, version: before.version })
  const after = await rowOf(id)
  expect(after).toEqual({ ...before, name, version: before.version + 1 })
  expect(outcome).toEqual({ of: id, by: 1 })
  expect(audited).toEqual({ target: `service:${id}`, before, after })
})

test('a save with another version is refused, a save without a version is accepted', async () => {
  const before = await rowOf(id)
  for (const version of [before.version - 1, before.version + 1])
    expect((await replace(writer, { version })).outcome).toBe('changed-meanwhile')
  expect(await rowOf(id)).toEqual(before)
  expect((await replace(writer)).outcome).toEqual({ of: id, by: 1 })
})

test('a save without permission changes nothing, whatever its version', async () => {
  const before = await rowOf(id)
  const version = before.version + 1
  expect((await replace(reader, { version })).outcome).toBe('forbidden')
  expect((await replace(stranger, { version })).outcome).toBe('service-not-found')
  expect(await rowOf(id)).toEqual(before)
})

test('the rules of the resource receive the old row and may refuse', async () => {
  const before = await rowOf(id)
  const seen: unknown[] = []
  const refusing = async (row: unknown) => {
    seen.push(row)
    await Promise.reject(new Problem('service-of-console'))
  }
  const { outcome, audited } = await replace(writer, { check: refusing })
  expect([outcome, audited, seen]).toEqual(['service-of-console', undefined, [before]])
  expect(await rowOf(id)).toEqual(before)
  expect((await replace(writer, { check: () => undefined })).outcome).toEqual({ of: id, by: 1 })
})
