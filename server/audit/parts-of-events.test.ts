import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import {
  type ConsoleClient,
  administratorOf,
  arriveInConsole,
} from '../../test/testing/console-client.ts'
import { personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { Call } from '../pipeline/call.ts'
import { type BulkAuditDetails, recordAudit } from './audit.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Columns in which a part differs from the main event. All other columns are equal. */
const ownOfPart = ['seq', 'happened_at', 'event', 'target', 'before', 'after', 'part_of']

/** Returns the newest main event and its parts, without the columns in which they differ. */
async function lastWithParts() {
  const { rows } = await sql<Record<string, unknown>>`
    with main as (select max(seq) as seq from audit_events where part_of is null)
    select e.*, a.value as stored_address from audit_events e
    left join audit_values a on a.seq = e.seq and a.name = 'address', main
    where main.seq in (e.seq, e.part_of) order by e.seq`.execute(app.db)
  const [main = {}, ...parts] = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !ownOfPart.includes(name))),
  )
  return { main, parts }
}

test('every part equals its event in all columns that describe the request', async () => {
  const { id: userId } = await app.build.user()
  const parts = Array.from({ length: 3 }, (_, n) => ({ event: 'test.part', target: `thing:${n}` }))
  await recordAudit(app.db, {
    operation: 'test',
    event: 'test.many',
    userId,
    sessionId: randomUUID(),
    companyId: 11,
    delegationId: 12,
    apiTokenId: 13,
    confirmedBy: 'password',
    address: '203.0.113.9',
    requestId: 'one-request',
    parts,
  })
  const found = await lastWithParts()
  expect(found.parts).toHaveLength(parts.length)
  // No column may be empty, because empty columns are equal without being copied.
  for (const [column, value] of Object.entries(found.main)) expect(value, column).not.toBeNull()
  for (const part of found.parts) expect(part).toEqual(found.main)
})

/** Blocks two users of the company. Returns the event and its parts. */
async function blockedMany(by: ConsoleClient, companyId: number) {
  const people = [await personOf(app, [companyId]), await personOf(app, [companyId])]
  const body = { user_id: people.map(({ id }) => id), block: true }
  expect((await by.call('userBlockMany', { body })).outcome).toBe('200')
  return lastWithParts()
}

test('parts of a write by a confirmed session name the same session, company and confirmation', async () => {
  const admin = await administratorOf(app)
  const { main, parts } = await blockedMany(admin, admin.person.company.id)
  expect(main).toMatchObject({
    operation: 'userBlockMany',
    user_id: admin.person.id,
    session_id: expect.any(String) as string,
    company_id: admin.person.company.id,
    delegation_id: null,
    confirmed_by: 'password',
  })
  expect(parts).toEqual([main, main])
})

test('parts of a write by a delegate name the same delegation', async () => {
  const master = await app.build.consoleUser()
  const companyId = master.company.id
  const user = await personOf(app, [companyId])
  const begin = app.clock.now()
  const lent = { userId: user.id, companyId, by: master.id, begin, end: null }
  const delegation = await app.build.delegation(lent)
  const delegate = await arriveInConsole(app, { ...master, ...user })
  const { main, parts } = await blockedMany(delegate, companyId)
  expect(main).toMatchObject({ user_id: user.id, delegation_id: delegation })
  expect(parts).toEqual([main, main])
})

/** The details that a handler of endpoint `E` may add to its event. */
type DetailsOf<E> = Parameters<Call<Endpoint & E>['audit']>[0]

test('only handlers of endpoints that always refuse API tokens can add parts; others do not compile', () => {
  expectTypeOf<BulkAuditDetails>().toExtend<DetailsOf<{ confirm: true }>>()
  expectTypeOf<BulkAuditDetails>().toExtend<DetailsOf<{ refusesApiTokens: true }>>()
  expectTypeOf<BulkAuditDetails>().not.toExtend<DetailsOf<{ confirm: { when: string } }>>()
  expectTypeOf<BulkAuditDetails>().not.toExtend<DetailsOf<unknown>>()
})
