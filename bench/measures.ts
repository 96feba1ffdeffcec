import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadPlan, LoadResult } from './load-plan.ts'

/** Connections of the load generator, and passwords in flight. */
export const connections = 32

/** One side of a comparison: runs for some seconds. */
export type Side = (seconds: number) => Promise<LoadResult>

export interface Comparison {
  ours: number
  beside: number
  /** Median of the rounds' ratios; each pair of rounds ran under the same conditions. */
  ratio: number
}

interface Sides {
  ours: Side
  beside: Side
}

/** How often each side runs, and for how many seconds. */
interface Rounds {
  count: number
  seconds: number
  warmUp: number
  settle: number
}

/** Compares two sides. */
export type Compare = (sides: Sides, rounds: Rounds) => Promise<Comparison>

/** One short round: whether everything works, and no number to keep. */
export const compareBriefly: Compare = (sides, rounds) =>
  compare(sides, { ...rounds, count: 1, seconds: 3, warmUp: 1 })

/**
 * Both sides in turn, after a warm-up of each, so that what else the machine does meets both. `settle` is for the
 * requests that were under way when our round ended: the server still works on them, at the cost of the other side.
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

/** Sends the same requests to either server. */
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

/** Good answers a second. One bad answer and the number means nothing. */
async function measure(side: Side, seconds: number, whose: keyof Sides): Promise<number> {
  const { good, bad, seconds: taken } = await side(seconds)
  if (bad > 0 || good === 0) {
    throw new Error(
      `Of '${whose}' ${bad} requests failed and ${good} did not, so nothing was measured.`,
    )
  }
  return good / taken
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return ((sorted[middle] ?? NaN) + (sorted[sorted.length - 1 - middle] ?? NaN)) / 2
}

/** The value that 95 of 100 don't pass. */
export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? NaN
}

/** 95 of 100 answers were there after so many milliseconds, among few rows and among many. */
export interface Compared {
  small: number
  large: number
}

/** Rounds that warm up and are not measured. */
const warmUps = 3
/** A comparison ends after so many milliseconds, however many rounds are left. */
const longest = 20_000

/** Asks both in turn, so that what else the machine does meets both; `ask` is told the number of the round. */
export async function compareP95<Asked>(
  ask: (asked: Asked, round: number) => Promise<unknown>,
  { small, large }: { small: Asked; large: Asked },
  rounds: number,
): Promise<Compared> {
  const sides = {
    small: { asked: small, times: [] as number[] },
    large: { asked: large, times: [] as number[] },
  }
  const end = performance.now() + longest
  for (let round = 0; round < rounds + warmUps && performance.now() < end; round++)
    for (const { asked, times } of [sides.small, sides.large]) {
      const begin = performance.now()
      await ask(asked, round)
      if (round >= warmUps) times.push(performance.now() - begin)
    }
  return { small: p95(sides.small.times), large: p95(sides.large.times) }
}

/** The cells of a comparison: both in milliseconds, and how many times as long the larger took. */
export const cellsOf = ({ small, large }: Compared): string[] => [
  small.toFixed(1),
  large.toFixed(1),
  (large / small).toFixed(2),
]

/** Prints a row of a table of comparisons. */
export function printRow([name = '', ...cells]: readonly string[]): void {
  console.log(name.padEnd(40) + cells.map((cell) => cell.padStart(10)).join(''))
}
