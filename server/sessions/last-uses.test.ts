import { describe, expect, test } from 'vitest'
import type { SessionState } from '../pipeline/principal.ts'
import { bearerOf } from '../testing/bearer.ts'
import { LastUses } from './last-uses.ts'

const session = (id = 'one'): SessionState => ({ ...bearerOf({}).session, id })

/** What the database is told at the next writing. */
async function told(uses: LastUses): Promise<Record<string, number>[]> {
  const batches: Record<string, number>[] = []
  await uses.write((lastUses) => {
    batches.push(Object.fromEntries(lastUses))
    return Promise.resolve()
  })
  return batches
}

describe('last uses', () => {
  test('are told once for each session that was used, the latest of them', async () => {
    const uses = new LastUses()
    const one = session('one')
    uses.note(one, 1)
    uses.note(session('two'), 2)
    uses.note(one, 3)
    expect(one.lastUsedAt).toBe(3)
    expect(await told(uses)).toEqual([{ one: 3, two: 2 }])
    expect(await told(uses)).toEqual([])
    uses.note(one, 4)
    expect(await told(uses)).toEqual([{ one: 4 }])
  })

  test('are known until they are told, and then no more', async () => {
    const uses = new LastUses()
    expect(uses.of('one')).toBe(0)
    uses.note(session(), 7)
    expect(uses.of('one')).toBe(7)
    await told(uses)
    expect(uses.of('one')).toBe(0)
  })

  test('that come while others are told are told next', async () => {
    const uses = new LastUses()
    const one = session()
    uses.note(one, 1)
    await uses.write(() => Promise.resolve(uses.note(one, 2)))
    expect(uses.of('one')).toBe(2)
    expect(await told(uses)).toEqual([{ one: 2 }])
    expect(await told(uses)).toEqual([])
  })

  test('that could not be told stay', async () => {
    const uses = new LastUses()
    uses.note(session(), 1)
    const failed = uses.write(() => Promise.reject(new Error('no database')))
    await expect(failed).rejects.toThrow('no database')
    expect(await told(uses)).toEqual([{ one: 1 }])
  })

  test('of a session that was read anew are those of what was read last, whoever still has the older', async () => {
    const uses = new LastUses()
    const [older, newer] = [session(), session()]
    uses.note(older, 1)
    uses.note(newer, 2)
    expect(await told(uses)).toEqual([{ one: 2 }])
    uses.note(newer, 3)
    uses.note(older, 4)
    expect(await told(uses)).toEqual([{ one: 4 }])
    uses.note(newer, 5)
    expect(await told(uses)).toEqual([{ one: 5 }])
  })

  test('of a session that is read anew while they are told stay', async () => {
    const uses = new LastUses()
    uses.note(session(), 1)
    await uses.write(() => Promise.resolve(uses.note(session(), 2)))
    expect(await told(uses)).toEqual([{ one: 2 }])
  })

  test('of many sessions are told two thousand at a time', async () => {
    const uses = new LastUses()
    for (let index = 0; index < 4001; index++) uses.note(session(String(index)), index)
    expect((await told(uses)).map((batch) => Object.keys(batch).length)).toEqual([2000, 2000, 1])
  })
})
