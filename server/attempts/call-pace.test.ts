import { expect, test } from 'vitest'
import { Problem } from '../pipeline/problem.ts'
import { seconds } from '../shared/clock.ts'
import { TestClock } from '../testing/test-clock.ts'
import { CallPace, callsAtOnce } from './call-pace.ts'

/** How many of so many calls pass. */
function passing(pace: CallPace, owner: string, calls: number): number {
  let passed = 0
  for (let n = 0; n < calls; n++) {
    try {
      pace.spend(owner)
      passed++
    } catch (error) {
      expect(error).toMatchObject({ code: 'too-many-requests', retryAfter: 1 })
      expect(error).toBeInstanceOf(Problem)
    }
  }
  return passed
}

test('a program may call 600 times at once, then ten times a second', () => {
  const clock = new TestClock()
  const pace = new CallPace(clock)
  expect(callsAtOnce).toBe(600)
  expect(passing(pace, 'a', 700)).toBe(600)
  clock.advance(99)
  expect(passing(pace, 'a', 1)).toBe(0)
  clock.advance(1)
  expect(passing(pace, 'a', 5)).toBe(1)
  clock.advance(seconds(1))
  expect(passing(pace, 'a', 50)).toBe(10)
})

test('what one is refused costs it nothing, and others nothing at all', () => {
  const clock = new TestClock()
  const pace = new CallPace(clock)
  expect(passing(pace, 'a', 5000)).toBe(600)
  expect(passing(pace, 'b', 1)).toBe(1)
  clock.advance(seconds(60))
  expect(passing(pace, 'a', 700)).toBe(600)
})
