import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadPlan, LoadResult } from './load-plan.ts'

/** Number of connections of the load generator, and of concurrent password hashes. */
export const connections = 32

/** One side of a comparison: a function that generates load for some seconds and returns the result. */
export type Side = (seconds: number) => Promise<LoadResult>

export interface Comparison {
  ours: number
  beside: number
  /** Median of the ratios of all rounds. Each ratio compares two runs made one after the other. */
  ratio: number
}

interface Sides {
  ours: Side
  beside: Side
}

/** Number of rounds, and durations in seconds. */
interface Rounds {
  count: number
  seconds: number
  warmUp: number
  settle: number
}

/** Compares the throughput of two sides. */
export type Compare = (sides: Sides, rounds: Rounds) => Promise<Comparison>

/** Runs one short round to check that everything works. Its numbers are meaningless. */
export const compareBriefly: Compare = (sides, rounds) =>
  compare(sides, { ...rounds, count: 1, seconds: 3, warmUp: 1 })

/**
 * Warms both sides up and then runs them alternately, so that other load on the machine affects both. After each run
 * it pauses for `settle` seconds, so that requests in flight do not slow down the other side.
 */
export async function compare(sides: Sides, rounds: Rounds): Promise<Comparison> {
  const rateOf = async (whose: keyof Sides): Promise<number> => {
    const rate = await measure(sides[whose], rounds.seconds, whose)
    await sleep(rounds.settle * 1000)
    return rate
  }
  for (const side of [sides.ours, sides.beside]) {
    await side(rounds.warmUp)
    await sleep(rounds.settle * 1000)
  }
  const pairs: { ours: number; beside: number }[] = []
  for (let round = 0; round < rounds.count; round++) {
    const ours = await rateOf('ours')
    const beside = await rateOf('beside')
    pairs.push({ ours, beside })
  }
  return {
    ours: median(pairs.map(({ ours }) => ours)),
    beside: median(pairs.map(({ beside }) => beside)),
    ratio: median(pairs.map(({ ours, beside }) => ours / beside)),
  }
}

/** Returns a side of a comparison that sends these requests to a server. */
export function loadOn(
  generator: { ask<A>(question: object): Promise<A> },
  url: string,
  requests: LoadPlan['requests'],
  count = connections,
): Side {
  return (seconds) =>
    generator.ask<LoadResult>({
      url,
      connections: count,
      seconds,
      requests,
    } satisfies LoadPlan)
}

/** Returns successful responses per second. Throws if any request failed. */
async function measure(side: Side, seconds: number, whose: keyof Sides): Promise<number> {
  const { good, bad, seconds: taken } = await side(seconds)
  if (bad > 0 || good === 0) {
    throw new Error(
      `${bad} requests of '${whose}' failed and ${good} succeeded, so nothing was measured.`,
    )
  }
  return good / taken
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return ((sorted[middle] ?? NaN) + (sorted[sorted.length - 1 - middle] ?? NaN)) / 2
}

/** Returns the 95th percentile. */
export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? NaN
}

/** 95th percentiles of the response time in milliseconds, with few rows and with many. */
export interface Compared {
  small: number
  large: number
}

/** Warm-up rounds, which are not measured. */
const warmUps = 3
/** Maximum duration of a comparison in milliseconds, even if rounds remain. */
const maxDuration = 20_000

/**
 * Measures both sides alternately, so that other load on the machine affects both. Passes the number of the round to
 * `ask`.
 */
export async function compareP95<Requests>(
  ask: (requests: Requests, round: number) => Promise<unknown>,
  { small, large }: { small: Requests; large: Requests },
  rounds: number,
): Promise<Compared> {
  const sides = {
    small: { requests: small, times: [] as number[] },
    large: { requests: large, times: [] as number[] },
  }
  const end = performance.now() + maxDuration
  for (let round = 0; round < rounds + warmUps && performance.now() < end; round++)
    for (const { requests, times } of [sides.small, sides.large]) {
      const begin = performance.now()
      await ask(requests, round)
      if (round >= warmUps) times.push(performance.now() - begin)
    }
  return { small: p95(sides.small.times), large: p95(sides.large.times) }
}

/** Formats a comparison as cells: both times in milliseconds, and their ratio. */
export const cellsOf = ({ small, large }: Compared): string[] => [
  small.toFixed(1),
  large.toFixed(1),
  (large / small).toFixed(2),
]

export function printRow([name = '', ...cells]: readonly string[]): void {
  console.log(name.padEnd(40) + cells.map((cell) => cell.padStart(10)).join(''))
}
