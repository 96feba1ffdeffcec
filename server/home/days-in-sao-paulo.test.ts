import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after } from '../shared/clock.ts'
import { happened, writeEvent } from '../../test/testing/audit-scenario.ts'
import { personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { findChanges } from './change-queries.ts'
import { countSignIns } from './home-sign-in-queries.ts'

let app: TestApp
let companyId: number
let userId: number

beforeAll(async () => {
  app = await createTestApp()
  companyId = (await app.build.company()).id
  userId = (await personOf(app, [companyId])).id
})
afterAll(() => app.close())

const scopes = [
  ['of every company', () => 'everything' as const],
  ['of a company', () => ({ companyId })],
] as const

/** Instants of one day in São Paulo, the last three of which are on the next day in UTC. */
const timesOfDay = ['00:00:00.000', '12:00:00.000', '21:00:00.000', '22:30:00.000', '23:59:59.999']
/** Number of days used so far. Each test uses a later day, so that it does not find the events of earlier tests. */
let usedDays = 0
const instantOf = (day: string, time: string) => new Date(`${day}T${time}-03:00`)

describe.each(scopes)('sign-ins %s', (_, scope) => {
  test('are counted on one day each, which begins and ends at midnight in São Paulo', async () => {
    await app.db.deleteFrom('sessions').execute()
    const on = { '2026-03-10': timesOfDay, '2026-03-11': ['00:00:00.000'] }
    for (const [day, times] of Object.entries(on))
      for (const time of times) {
        const created_at = instantOf(day, time)
        const browser_digest = randomBytes(32)
        const from = { method: 'password', browser_digest, address: '192.0.2.1' } as const
        const session = { ...from, user_id: userId, created_at, expires_at: after(created_at, 1) }
        await app.db.insertInto('sessions').values(session).execute()
      }
    const counted = await countSignIns(app.db, scope(), instantOf('2026-03-11', '23:00:00.000'))
    expect(counted.filter(({ count }) => count > 0)).toEqual([
      { day: '2026-03-10', count: timesOfDay.length, more: false },
      { day: '2026-03-11', count: 1, more: false },
    ])
    expect(counted.at(-1)?.day).toBe('2026-03-11')
  })
})

describe.each(scopes)('the changes %s', (_, scope) => {
  test.each(timesOfDay)('at %s in São Paulo are those since midnight there', async (time) => {
    const { id } = await personOf(app, [companyId])
    const day = `2026-03-${10 + usedDays}`
    usedDays += 1
    const [midnight, now] = [instantOf(day, '00:00:00.000'), instantOf(day, time)]
    const by = { operation: 'userUpdate', event: 'user.updated', userId, companyId }
    const today = time === '00:00:00.000' ? [midnight] : [midnight, now]
    for (const at of [after(midnight, -1), ...today]) {
      const seq = await writeEvent(app.db, { ...by, target: `user:${id}` })
      await happened(app.db, seq, at.toISOString())
    }
    const found = await findChanges(app.db, scope(), { userId: id, kinds: ['user'], now })
    expect(found.map(({ record, happened_at }) => [record.id, happened_at])).toEqual(
      today.toReversed().map((at) => [id, at]),
    )
  })
})
