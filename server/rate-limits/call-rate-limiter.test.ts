import { expect, test } from 'vitest'
import { Problem } from '../pipeline/problem.ts'
import { seconds } from '../shared/clock.ts'
import { TestClock } from '../../test/testing/test-clock.ts'
import { apiTokenCalls, CallRateLimiter } from './call-rate-limiter.ts'

/** Returns how many of these calls are admitted. */
function passing(limiter: CallRateLimiter, owner: string, calls: number): number {
  let passed = 0
  for (let n = 0; n < calls; n++) {
    try {
      limiter.consume(owner)
      passed++
    } catch (error) {
      expect(error).toMatchObject({ code: 'too-many-requests', retryAfter: 1 })
      expect(error).toBeInstanceOf(Problem)
    }
  }
  return passed
}

test('a token has a burst of 600 calls, then ten calls a second', () => {
  const clock = new TestClock()
  const limiter = new CallRateLimiter(clock, apiTokenCalls)
  expect(passing(limiter, 'a', 700)).toBe(600)
  clock.advance(99)
  expect(passing(limiter, 'a', 1)).toBe(0)
  clock.advance(1)
  expect(passing(limiter, 'a', 5)).toBe(1)
  clock.advance(seconds(1))
  expect(passing(limiter, 'a', 50)).toBe(10)
})

test('refused calls are not counted, and other tokens are not affected', () => {
  const clock = new TestClock()
  const limiter = new CallRateLimiter(clock, apiTokenCalls)
  expect(passing(limiter, 'a', 5000)).toBe(600)
  expect(passing(limiter, 'b', 1)).toBe(1)
  clock.advance(seconds(60))
  expect(passing(limiter, 'a', 700)).toBe(600)
})
