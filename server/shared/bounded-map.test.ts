import { describe, expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

const letters = (limit: number) =>
  new BoundedMap<string, string>(limit, (key, value) => key.length + value.length)

describe('BoundedMap', () => {
  test('holds no more than its limit, however many keys there are', () => {
    const map = letters(1000)
    for (let n = 0; n < 10_000; n++) map.set(`k${n}`, 'x'.repeat(n % 90))
    expect(map.weight).toBeLessThanOrEqual(1000)
    expect(map.size).toBeLessThanOrEqual(500)
    expect(map.size).toBeGreaterThan(5)
  })

  test('keeps nothing that alone is too much', () => {
    const map = letters(10)
    map.set('a', 'x'.repeat(10))
    expect([map.get('a'), map.weight]).toEqual([undefined, 0])
  })

  test('lets go of what was not asked for since', () => {
    const map = letters(6)
    for (const key of ['a', 'b', 'c']) map.set(key, '1')
    map.get('a')
    map.set('d', '1')
    expect(Object.fromEntries(map)).toEqual({ a: '1', c: '1', d: '1' })
  })

  test('reckons anew what is replaced, taken out or all forgotten', () => {
    const map = letters(100)
    map.set('a', 'xxxx')
    map.set('a', 'x')
    expect(map.weight).toBe(2)
    map.delete('a')
    map.delete('a')
    expect(map.weight).toBe(0)
    map.set('b', 'x')
    map.clear()
    expect([map.weight, map.size, map.get('b')]).toEqual([0, 0, undefined])
  })
})
