import { describe, expect, test } from 'vitest'
import type { SessionState } from '../pipeline/principal.ts'
import { bearerOf } from '../../test/testing/bearer.ts'
import { LastUses } from './last-uses.ts'

const session = (id = 'one'): SessionState => ({ ...bearerOf({}).session, id })

/** Flushes the buffer. Returns the written uses, batch by batch. */
async function flushed(uses: LastUses): Promise<Record<string, number>[]> {
  const batches: Record<string, number>[] = []
  await uses.flush((lastUses) => {
    batches.push(Object.fromEntries(lastUses))
    return Promise.resolve()
  })
  return batches
}

describe('the buffer of last uses', () => {
  test('writes the latest use of each session once', async () => {
    const uses = new LastUses()
    const one = session('one')
    uses.record(one, 1)
    uses.record(session('two'), 2)
    uses.record(one, 3)
    expect(one.lastUsedAt).toBe(3)
    expect(await flushed(uses)).toEqual([{ one: 3, two: 2 }])
    expect(await flushed(uses)).toEqual([])
    uses.record(one, 4)
    expect(await flushed(uses)).toEqual([{ one: 4 }])
  })

  test('returns an unwritten use until it is flushed', async () => {
    const uses = new LastUses()
    expect(uses.of('one')).toBe(0)
    uses.record(session(), 7)
    expect(uses.of('one')).toBe(7)
    await flushed(uses)
    expect(uses.of('one')).toBe(0)
  })

  test('writes a use that arrives during a flush with the next flush', async () => {
    const uses = new LastUses()
    const one = session()
    uses.record(one, 1)
    await uses.flush(() => Promise.resolve(uses.record(one, 2)))
    expect(uses.of('one')).toBe(2)
    expect(await flushed(uses)).toEqual([{ one: 2 }])
    expect(await flushed(uses)).toEqual([])
  })

  test('keeps uses whose write failed', async () => {
    const uses = new LastUses()
    uses.record(session(), 1)
    const failed = uses.flush(() => Promise.reject(new Error('no database')))
    await expect(failed).rejects.toThrow('no database')
    expect(await flushed(uses)).toEqual([{ one: 1 }])
  })

  test('uses the latest use when two objects exist for one session', async () => {
    const uses = new LastUses()
    const [older, newer] = [session(), session()]
    uses.record(older, 1)
    uses.record(newer, 2)
    expect(await flushed(uses)).toEqual([{ one: 2 }])
    uses.record(newer, 3)
    uses.record(older, 4)
    expect(await flushed(uses)).toEqual([{ one: 4 }])
    uses.record(newer, 5)
    expect(await flushed(uses)).toEqual([{ one: 5 }])
  })

  test('keeps the use of a session that was read again during a flush', async () => {
    const uses = new LastUses()
    uses.record(session(), 1)
    await uses.flush(() => Promise.resolve(uses.record(session(), 2)))
    expect(await flushed(uses)).toEqual([{ one: 2 }])
  })

  test('writes at most two thousand sessions per batch', async () => {
    const uses = new LastUses()
    for (let index = 0; index < 4001; index++) uses.record(session(String(index)), index)
    expect((await flushed(uses)).map((batch) => Object.keys(batch).length)).toEqual([2000, 2000, 1])
  })
})
