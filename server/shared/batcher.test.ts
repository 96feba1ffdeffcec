import { describe, expect, test } from 'vitest'
import { Batcher } from './batcher.ts'

/** A batcher that notes what is asked together and alone, and answers a batch when it is told to. */
function batcher(rules: { most?: number; alone?: false; keys?: false } = {}) {
  const batches: { asked: readonly string[]; answer: () => void; fail: () => void }[] = []
  const alone: string[] = []
  const made = new Batcher<string, string>({
    together: (asked) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(asked.map((each) => `of ${each}`))
        batches.push({ asked, answer, fail: () => reject(new Error('all failed')) })
      }),
    ...(rules.alone !== false && {
      alone: (asked) => {
        alone.push(asked)
        return asked === 'bad'
          ? Promise.reject(new Error('is bad'))
          : Promise.resolve(`${asked} alone`)
      },
    }),
    ...(rules.keys !== false && { keyOf: (asked) => asked }),
    most: rules.most ?? 10,
  })
  const batch = (number: number) => {
    const found = batches[number]
    if (!found) throw new Error(`There was no batch ${number}.`)
    return found
  }
  return { made, batch, asked: () => batches.map(({ asked }) => asked), alone }
}

describe('a batcher', () => {
  test('asks at once while no batch is on its way', async () => {
    const { made, batch, asked } = batcher()
    for (const [number, each] of ['a', 'b'].entries()) {
      const answered = made.ask(each)
      await expect.poll(() => asked()[number]).toEqual([each])
      batch(number).answer()
      expect(await answered).toBe(`of ${each}`)
    }
  })

  test('asks together for all who came meanwhile, and gives each their own answer', async () => {
    const { made, batch, asked } = batcher()
    const answers = Promise.all(['a', 'b', 'c', 'd'].map((each) => made.ask(each)))
    expect(asked()).toEqual([['a']])
    batch(0).answer()
    await expect.poll(asked).toEqual([['a'], ['b', 'c', 'd']])
    batch(1).answer()
    expect(await answers).toEqual(['of a', 'of b', 'of c', 'of d'])
  })

  test('asks for so many at most, first come first served', async () => {
    const { made, batch, asked } = batcher({ most: 2 })
    const answers = Promise.all(['a', 'b', 'c', 'd'].map((each) => made.ask(each)))
    for (const number of [0, 1, 2]) {
      await expect.poll(() => asked().length).toBe(number + 1)
      batch(number).answer()
    }
    expect(asked()).toEqual([['a'], ['b', 'c'], ['d']])
    expect(await answers).toHaveLength(4)
  })

  test('never asks twice for the same in one batch', async () => {
    const { made, batch, asked } = batcher()
    const answers = Promise.all(['a', 'b', 'b', 'c'].map((each) => made.ask(each)))
    for (const number of [0, 1, 2]) {
      await expect.poll(() => asked().length).toBe(number + 1)
      batch(number).answer()
    }
    expect(asked()).toEqual([['a'], ['b', 'c'], ['b']])
    expect(await answers).toEqual(['of a', 'of b', 'of b', 'of c'])
  })

  test('asks for all who came, alike or not, where they have no keys', async () => {
    const { made, batch, asked } = batcher({ keys: false, most: 3 })
    const answers = Promise.all(['a', 'b', 'b', 'c', 'b'].map((each) => made.ask(each)))
    for (const number of [0, 1, 2]) {
      await expect.poll(() => asked().length).toBe(number + 1)
      batch(number).answer()
    }
    expect(asked()).toEqual([['a'], ['b', 'b', 'c'], ['b']])
    expect(await answers).toEqual(['of a', 'of b', 'of b', 'of c', 'of b'])
  })

  test('asks for each alone where all together failed: one that is bad harms nobody else', async () => {
    const { made, batch, asked, alone } = batcher()
    const answers = Promise.allSettled(['a', 'bad', 'c'].map((each) => made.ask(each)))
    batch(0).fail()
    await expect.poll(asked).toEqual([['a'], ['bad', 'c']])
    batch(1).fail()
    expect(await answers).toEqual([
      { status: 'fulfilled', value: 'a alone' },
      { status: 'rejected', reason: new Error('is bad') },
      { status: 'fulfilled', value: 'c alone' },
    ])
    expect(alone).toEqual(['a', 'bad', 'c'])
  })

  test('that has no other way fails them all, and whoever waits by then, and goes on', async () => {
    const { made, batch } = batcher({ alone: false })
    const refused = Promise.allSettled(['a', 'b', 'c'].map((each) => made.ask(each)))
    batch(0).fail()
    const reason = new Error('all failed')
    expect(await refused).toEqual(['a', 'b', 'c'].map(() => ({ status: 'rejected', reason })))
    const answered = made.ask('b')
    batch(1).answer()
    expect(await answered).toBe('of b')
  })
})
