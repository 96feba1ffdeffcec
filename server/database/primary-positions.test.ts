import { describe, expect, test } from 'vitest'
import { PrimaryPositions } from './primary-positions.ts'
import { bytesOf, type ReplicaState, whyNoReplica } from './replica-state.ts'

const primary = { identity: '7/5', timeline: 1 }

describe('positions of the primary', () => {
  const positions = () => {
    const all = new PrimaryPositions()
    for (const [at, position] of [
      [1000, '0/10'],
      [2000, '0/10'],
      [3000, '1/0'],
    ] as const)
      all.add(at, { ...primary, position })
    return all
  }

  test('data is as new as a time if it has the first position read after it', () => {
    expect(positions().after(500)).toBe(16n)
    expect(positions().after(1000)).toBe(16n)
    expect(positions().after(2001)).toBe(2n ** 32n)
  })

  test('no position is known for a time after the last reading', () => {
    expect(positions().after(3001)).toBeUndefined()
    expect(new PrimaryPositions().after(0)).toBeUndefined()
  })

  test('a replayed position has the time of the last reading that it includes', () => {
    expect(positions().timeOf(bytesOf('0/10'))).toBe(2000)
    expect(positions().timeOf(bytesOf('0/FFFFFFFF'))).toBe(2000)
    expect(positions().timeOf(bytesOf('1/1'))).toBe(3000)
    expect(positions().timeOf(bytesOf('0/F'))).toBeUndefined()
  })

  test('positions before a promotion are forgotten', () => {
    const all = positions()
    all.add(4000, { identity: '7/5', timeline: 2, position: '0/20' })
    expect(all.after(0)).toBe(32n)
    expect(all.primary).toEqual({ identity: '7/5', timeline: 2 })
  })

  test('readings are kept for two minutes', () => {
    const all = positions()
    all.add(123_000, { ...primary, position: '2/0' })
    expect(all.after(0)).toBe(2n ** 32n)
  })
})

describe('a server', () => {
  const replica: ReplicaState = { identity: '7/5', standby: true, timeline: 1, position: '0/10' }

  test.each<[string, Partial<ReplicaState>, string | undefined]>([
    ['that replicates the primary is used', {}, undefined],
    ['with another database is not used', { identity: '7/6' }, 'not a copy of the database'],
    ['that was promoted is not used', { standby: false }, 'it is not a standby'],
    ['that follows a former primary is not used', { timeline: 2 }, 'it follows timeline 2'],
    ['that does not know its timeline is not used', { timeline: null }, 'it follows timeline null'],
  ])('%s', (_, different, reason) => {
    const found = whyNoReplica({ ...replica, ...different }, primary)
    if (reason === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(reason)
  })
})
