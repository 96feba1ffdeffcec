import { minutes } from '../shared/clock.ts'
import { bytesOf, type PrimaryState } from './replica-state.ts'

interface Sample {
  /** Time in milliseconds before which all commits are included in the position. */
  at: number
  position: bigint
}

/** How long samples are kept, in milliseconds. */
const kept = minutes(2)

/**
 * Positions of the primary's log at recent times. All times are of `performance.now()`, so that no clock of another
 * machine matters.
 */
export class PrimaryPositions {
  /** The primary of the samples; undefined before the first one. */
  primary: Pick<PrimaryState, 'identity' | 'timeline'> | undefined
  #samples: Sample[] = []

  /** Adds the state of the primary. `at` must be the time when the query was sent. */
  add(at: number, { identity, timeline, position }: PrimaryState): void {
    // Positions of different timelines cannot be compared.
    const same = this.primary?.identity === identity && this.primary.timeline === timeline
    const former = same ? this.#samples.filter((sample) => sample.at >= at - kept) : []
    this.#samples = [...former, { at, position: bytesOf(position) }]
    this.primary = { identity, timeline }
  }

  /**
   * Returns the lowest position that includes all commits before `time`; undefined if no sample is that new. A standby
   * that has replayed it has no older data.
   */
  after(time: number): bigint | undefined {
    return this.#samples.find(({ at }) => at >= time)?.position
  }

  /** Returns the latest known time before which all commits are included in a position. */
  timeOf(position: bigint): number | undefined {
    return this.#samples.findLast((sample) => sample.position <= position)?.at
  }
}
