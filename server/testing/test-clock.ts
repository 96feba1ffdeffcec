import type { Clock } from '../shared/clock.ts'

/** A clock that stands still until a test moves it, so that an hour passes at once. */
export class TestClock implements Clock {
  #now = Date.now()

  now(): Date {
    return new Date(this.#now)
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds
  }
}
