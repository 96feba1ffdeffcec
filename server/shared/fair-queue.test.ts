import { describe, expect, test } from 'vitest'
import { FairQueue, Overloaded, type WorkOrder } from './fair-queue.ts'

/** Returns a job that ends on demand. */
function held() {
  let end = (): void => undefined
  const done = new Promise<void>((resolve) => (end = resolve))
  return { work: () => done, end }
}

/** Submits jobs for owners, and records when they begin. */
function orders(queue: FairQueue) {
  const begun: string[] = []
  const order = (owner: string, change: { maxQueued?: number; isGone?: () => boolean } = {}) =>
    queue
      .run({ owner: [owner], maxQueued: 10, isGone: () => false, ...change }, () => {
        begun.push(owner)
        return Promise.resolve()
      })
      .then(
        () => 'done',
        (error: unknown) => (error instanceof Overloaded ? 'refused' : 'failed'),
      )
  return { begun, order }
}

describe('a fair queue', () => {
  test('runs a limited number of jobs and queues the rest', async () => {
    const queue = new FairQueue({ slots: 2, limit: 10 })
    const [first, second] = [held(), held()]
    const { begun, order } = orders(queue)
    const running = [first, second].map(({ work }) =>
      queue.run({ owner: ['a'], maxQueued: 10, isGone: () => false }, work),
    )
    const third = order('b')
    expect([queue.length, begun]).toEqual([1, []])
    first.end()
    expect(await third).toBe('done')
    second.end()
    await Promise.all(running)
    expect(queue.length).toBe(0)
  })

  /** Occupies the only slot until `end` is called. */
  function busy(limit = 10) {
    const queue = new FairQueue({ slots: 1, limit })
    const { work, end } = held()
    const running = queue.run({ owner: ['busy'], maxQueued: 1, isGone: () => false }, work)
    return { queue, ...orders(queue), end: () => (end(), running) }
  }

  test('lets owners take turns, however many jobs one of them submitted first', async () => {
    const { begun, order, end } = busy()
    const all = ['a', 'a', 'a', 'b', 'c', 'b'].map((owner) => order(owner))
    await end()
    await Promise.all(all)
    expect(begun).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
  })

  test('refuses jobs beyond its limit, and beyond the limit of an owner', async () => {
    const { order, end } = busy(3)
    const waiting = [order('a', { maxQueued: 2 }), order('b'), order('c')]
    expect(await order('d')).toBe('refused')
    await end()
    expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done'])
    const { order: again, end: endAgain } = busy(3)
    const own = [again('a', { maxQueued: 2 }), again('a', { maxQueued: 2 })]
    expect(await again('a', { maxQueued: 2 })).toBe('refused')
    await endAgain()
    expect(await Promise.all(own)).toEqual(['done', 'done'])
  })

  test('requires room without submitting a job', async () => {
    const { queue, begun, order, end } = busy(3)
    const requires = (owner: string) => () =>
      queue.requireRoom({ owner: [owner], maxQueued: 2, isGone: () => false })
    const all = [order('a'), order('a')]
    expect(requires('a')).toThrow(Overloaded)
    expect(requires('b')).not.toThrow()
    all.push(order('a'))
    // A job of 'a' could be displaced, but is not displaced yet.
    expect(requires('b')).not.toThrow()
    expect([queue.length, queue.ordered, queue.refused]).toEqual([3, 4, 1])
    await end()
    expect(await Promise.all(all)).toEqual(['done', 'done', 'done'])
    expect(begun).toEqual(['a', 'a', 'a'])
    expect(requires('a')).not.toThrow()
  })

  test('when full, drops a job of the owner with the most jobs for an owner without jobs', async () => {
    const { begun, order, end } = busy(3)
    const many = [order('a'), order('a'), order('a')]
    const newcomer = order('b')
    expect(await many[2]).toBe('refused')
    // Owner 'a' has two jobs and owner 'b' has one. No job is dropped for a second job of 'b'.
    expect(await order('b')).toBe('refused')
    await end()
    expect(await Promise.all([many[0], many[1], newcomer])).toEqual(['done', 'done', 'done'])
    expect(begun).toEqual(['a', 'b', 'a'])
  })

  test('never starts a job whose client has disconnected, and frees its place', async () => {
    const { begun, order, end, queue } = busy(2)
    let gone = false
    const left = [order('a', { isGone: () => gone }), order('b', { isGone: () => gone })]
    expect(await order('c')).toBe('refused')
    gone = true
    const next = order('b')
    expect(await Promise.all(left)).toEqual(['refused', 'refused'])
    expect(queue.length).toBe(1)
    const quiet = order('c', { isGone: () => true })
    await end()
    expect(await Promise.all([next, quiet])).toEqual(['done', 'refused'])
    expect(begun).toEqual(['b'])
  })

  test('drops a disconnected job at its turn', async () => {
    const { order, end, queue } = busy()
    const quiet = [order('a', { isGone: () => true }), order('b', { isGone: () => true })]
    await end()
    expect(await Promise.all(quiet)).toEqual(['refused', 'refused'])
    expect(queue.length).toBe(0)
  })

  test('for a new job of an owner, drops only that owner’s disconnected jobs', async () => {
    const { begun, order, end, queue } = busy()
    let gone = false
    const left = order('a', { maxQueued: 2, isGone: () => gone })
    const kept = order('a', { maxQueued: 2 })
    expect(await order('a', { maxQueued: 2 })).toBe('refused')
    gone = true
    const next = order('a', { maxQueued: 2 })
    expect(await left).toBe('refused')
    expect(queue.length).toBe(2)
    expect(await order('a', { maxQueued: 2 })).toBe('refused')
    await end()
    expect(await Promise.all([kept, next])).toEqual(['done', 'done'])
    expect([begun, queue.length]).toEqual([['a', 'a'], 0])
  })

  test('continues after a job that failed', async () => {
    const queue = new FairQueue({ slots: 1, limit: 1 })
    const failing = queue.run({ owner: ['a'], maxQueued: 1, isGone: () => false }, () =>
      Promise.reject(new Error('no')),
    )
    await expect(failing).rejects.toThrow('no')
    expect(await orders(queue).order('a')).toBe('done')
  })
})

describe('reserved slots and nested groups', () => {
  const isGone = () => false
  const stranger = (...owner: string[]) => ({ owner, maxQueued: 10, isGone })
  const trusted = (...owner: string[]) => ({ ...stranger(...owner), trusted: true })

  /** Submits jobs that run until the test ends them, and records which of them started. */
  function jobsOf(queue: FairQueue) {
    const started: string[] = []
    const releases = new Map<string, () => void>()
    const submit = async (name: string, order: WorkOrder) => {
      try {
        releases.set(name, await queue.acquire(order))
        started.push(name)
      } catch (error) {
        started.push(error instanceof Overloaded ? `no ${name}` : 'error')
      }
    }
    const end = async (name: string) => {
      releases.get(name)?.()
      await new Promise(setImmediate)
    }
    return { started, submit, end }
  }

  test('only trusted jobs use the reserved slots', async () => {
    const { started, submit, end } = jobsOf(new FairQueue({ slots: 3, reserved: 1, limit: 10 }))
    void submit('a1', stranger('a'))
    void submit('a2', stranger('a'))
    void submit('b1', stranger('b'))
    await submit('t1', trusted('t'))
    expect(started).toEqual(['a1', 'a2', 't1'])
    await end('t1')
    expect(started, 'the reserved slot stays free').toEqual(['a1', 'a2', 't1'])
    await end('a1')
    expect(started).toEqual(['a1', 'a2', 't1', 'b1'])
  })

  test('trusted jobs and others take turns', async () => {
    const { started, submit, end } = jobsOf(new FairQueue({ slots: 1, limit: 10 }))
    await submit('first', stranger('a'))
    for (const name of ['t1', 't2']) void submit(name, trusted('t'))
    for (const name of ['a1', 'a2']) void submit(name, stranger('a'))
    for (const name of ['first', 't1', 'a1', 't2']) await end(name)
    expect(started).toEqual(['first', 't1', 'a1', 't2', 'a2'])
  })

  test('groups take turns at each level', async () => {
    const { started, submit, end } = jobsOf(new FairQueue({ slots: 1, limit: 10 }))
    await submit('first', stranger('x'))
    void submit('a1', stranger('a', '1'))
    void submit('a1 again', stranger('a', '1'))
    void submit('a2', stranger('a', '2'))
    void submit('b', stranger('b', '1'))
    for (const name of ['first', 'a1', 'b', 'a2']) await end(name)
    expect(started).toEqual(['first', 'a1', 'b', 'a2', 'a1 again'])
  })

  test('an owner at its limit waits although slots are free, and other owners do not', async () => {
    const { started, submit, end } = jobsOf(new FairQueue({ slots: 3, limit: 10 }))
    const one = { ...stranger('a', '1'), maxRunning: 1 }
    await submit('a1', one)
    void submit('a1 again', one)
    await submit('a2', stranger('a', '2'))
    expect(started).toEqual(['a1', 'a2'])
    await end('a1')
    expect(started).toEqual(['a1', 'a2', 'a1 again'])
  })

  test('when full, the newest job of the largest outermost group makes room', async () => {
    const { started, submit } = jobsOf(new FairQueue({ slots: 1, limit: 3 }))
    await submit('first', stranger('x'))
    void submit('a1', stranger('a', '1'))
    void submit('a2', stranger('a', '2'))
    void submit('a3', stranger('a', '3'))
    void submit('b', stranger('b', '1'))
    await new Promise(setImmediate)
    expect(started).toEqual(['first', 'no a3'])
    await submit('a4', stranger('a', '4'))
    expect(started).toEqual(['first', 'no a3', 'no a4'])
  })

  test('when full, the largest group at the level where the owners differ makes room', async () => {
    const { started, submit } = jobsOf(new FairQueue({ slots: 1, limit: 4 }))
    await submit('first', stranger('x'))
    for (const name of ['flood 1', 'flood 2', 'flood 3', 'flood 4'])
      void submit(name, stranger('provider', 'flood'))
    void submit('neighbour', stranger('provider', 'neighbour'))
    await new Promise(setImmediate)
    expect(started).toEqual(['first', 'no flood 4'])
    await submit('flood 5', stranger('provider', 'flood'))
    expect(started).toEqual(['first', 'no flood 4', 'no flood 5'])
  })

  test('when full, trusted jobs displace others, which keep a quarter of the queue', async () => {
    const { started, submit } = jobsOf(new FairQueue({ slots: 1, limit: 4 }))
    await submit('first', trusted('x'))
    for (const name of ['a1', 'a2', 'a3', 'a4']) void submit(name, stranger('a'))
    for (const name of ['t1', 't2', 't3']) void submit(name, trusted('t'))
    await new Promise(setImmediate)
    expect(started).toEqual(['first', 'no a4', 'no a3', 'no a2'])
    await submit('t4', trusted('t'))
    void submit('u1', trusted('u'))
    await new Promise(setImmediate)
    expect(started.slice(4), 'trusted jobs displace each other').toEqual(['no t4', 'no t3'])
  })

  test('others displace trusted jobs up to a quarter of the queue', async () => {
    const { started, submit } = jobsOf(new FairQueue({ slots: 1, limit: 4 }))
    await submit('first', trusted('x'))
    for (const name of ['t1', 't2', 't3', 't4']) void submit(name, trusted('t'))
    void submit('a', stranger('a'))
    await new Promise(setImmediate)
    await submit('b', stranger('b'))
    expect(started).toEqual(['first', 'no t4', 'no b'])
  })

  test('the maxima apply to the group that `counted` selects', async () => {
    const { started, submit } = jobsOf(new FairQueue({ slots: 1, limit: 10 }))
    const ofNetwork = (account: string) => ({ ...stranger('n', account), counted: 1, maxQueued: 1 })
    await submit('first', stranger('x'))
    void submit('a', ofNetwork('a'))
    await submit('b', ofNetwork('b'))
    expect(started).toEqual(['first', 'no b'])
  })

  test('a job that waits for too long is refused, and its place is free', async () => {
    const queue = new FairQueue({ slots: 1, limit: 1, patience: 20 })
    const { started, submit } = jobsOf(queue)
    await submit('first', stranger('x'))
    await submit('a', stranger('a'))
    expect([started, queue.length, queue.refused]).toEqual([['first', 'no a'], 0, 1])
  })
})
