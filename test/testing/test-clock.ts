import type { Clock } from '../../server/shared/clock.ts'

/** A clock that stands still until a test advances it. */
export class TestClock implements Clock {
  #now = Date.now()

  now(): Date {
    return new Date(this.#now)
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds
  }
}
