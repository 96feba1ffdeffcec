/** Source of the current time, which tests replace. All code that depends on the time uses it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const seconds = (n: number): number => n * 1000
export const minutes = (n: number): number => n * 60_000
export const hours = (n: number): number => n * 3_600_000
export const days = (n: number): number => n * 86_400_000

/** Returns the instant this many milliseconds after another. */
export const after = (from: Date, milliseconds: number): Date =>
  new Date(from.getTime() + milliseconds)
