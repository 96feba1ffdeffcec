import { describe, expect, test } from 'vitest'
import { Batcher } from './batcher.ts'

/** Returns a batcher that records its batches and single requests. Each batch ends when the test ends it. */
function batcher(rules: { max?: number; alone?: false; keys?: false } = {}) {
  const batches: { asked: readonly string[]; answer: () => void; fail: () => void }[] = []
  const aloneRuns: string[] = []
  const made = new Batcher<string, string>({
    runBatch: (asked) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(asked.map((each) => `of ${each}`))
        batches.push({ asked, answer, fail: () => reject(new Error('all failed')) })
      }),
    ...(rules.alone !== false && {
      runAlone: (asked) => {
        aloneRuns.push(asked)
        return asked === 'bad'
          ? Promise.reject(new Error('is bad'))
          : Promise.resolve(`${asked} alone`)
      },
    }),
    ...(rules.keys !== false && { keyOf: (asked) => asked }),
    max: rules.max ?? 10,
  })
  const batch = (number: number) => {
    const found = batches[number]
    if (!found) throw new Error(`No batch ${number} was sent.`)
    return found
  }
  return { made, batch, asked: () => batches.map(({ asked }) => asked), aloneRuns }
}

describe('a batcher', () => {
  test('runs immediately while no batch is running', async () => {
    const { made, batch, asked } = batcher()
    for (const [number, each] of ['a', 'b'].entries()) {
      const answered = made.run(each)
      await expect.poll(() => asked()[number]).toEqual([each])
      batch(number).answer()
      expect(await answered).toBe(`of ${each}`)
    }
  })

  test('batches requests of the same tick', async () => {
    const { made, asked } = batcher()
    void made.run('a')
    void Promise.resolve().then(() => made.run('b'))
    process.nextTick(() => made.run('c'))
    await expect.poll(asked).toEqual([['a', 'b', 'c']])
  })

  test('batches requests that arrive while a batch runs, and returns each its own result', async () => {
    const { made, batch, asked } = batcher()
    const first = made.run('a')
    await expect.poll(asked).toEqual([['a']])
    const others = Promise.all(['b', 'c', 'd'].map((each) => made.run(each)))
    batch(0).answer()
    expect(await first).toBe('of a')
    await expect.poll(asked).toEqual([['a'], ['b', 'c', 'd']])
    batch(1).answer()
    expect(await others).toEqual(['of b', 'of c', 'of d'])
  })

  test.each([
    {
      name: 'up to the maximum, in order of arrival',
      rules: { max: 2 },
      come: ['a', 'b', 'c', 'd', 'e'],
      batches: [['a', 'b'], ['c', 'd'], ['e']],
    },
    {
      name: 'each key once',
      rules: {},
      come: ['a', 'b', 'b', 'c'],
      batches: [['a', 'b', 'c'], ['b']],
    },
    {
      name: 'equal requests too, without keys',
      rules: { keys: false, max: 3 } as const,
      come: ['a', 'b', 'b', 'c', 'b'],
      batches: [
        ['a', 'b', 'b'],
        ['c', 'b'],
      ],
    },
  ])('batches $name', async ({ rules, come, batches }) => {
    const { made, batch, asked } = batcher(rules)
    const answers = Promise.all(come.map((each) => made.run(each)))
    for (const number of batches.keys()) {
      await expect.poll(() => asked().length).toBe(number + 1)
      batch(number).answer()
    }
    expect(asked()).toEqual(batches)
    expect(await answers).toEqual(come.map((each) => `of ${each}`))
  })

  test('runs each request alone after a batch failed, so that one bad request affects no others', async () => {
    const { made, batch, asked, aloneRuns } = batcher()
    const come = ['a', 'bad', 'c']
    const answers = Promise.allSettled(come.map((each) => made.run(each)))
    await expect.poll(asked).toEqual([come])
    batch(0).fail()
    expect(await answers).toEqual([
      { status: 'fulfilled', value: 'a alone' },
      { status: 'rejected', reason: new Error('is bad') },
      { status: 'fulfilled', value: 'c alone' },
    ])
    expect(aloneRuns).toEqual(come)
  })

  test('without a fallback rejects the batch and all queued requests, and then continues', async () => {
    const { made, batch, asked } = batcher({ alone: false })
    const first = made.run('a')
    await expect.poll(asked).toEqual([['a']])
    const refused = Promise.allSettled([first, ...['b', 'c'].map((each) => made.run(each))])
    batch(0).fail()
    const reason = new Error('all failed')
    expect(await refused).toEqual(['a', 'b', 'c'].map(() => ({ status: 'rejected', reason })))
    const answered = made.run('b')
    await expect.poll(asked).toEqual([['a'], ['b']])
    batch(1).answer()
    expect(await answered).toBe('of b')
  })
})
