import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Problem } from './problem.ts'

/** Files of one person that may be on their way or worked on at a time: two tabs, whatever their sessions. */
const mostOfUser = 2
/** The same of everybody: each is in memory until it is answered. */
const mostOfProcess = 8

/** Counts the files that are being received or worked on, so that what they fill is bounded. */
export class UploadPlaces {
  readonly #taken = new Map<number, number>()
  #total = 0

  /** Takes a place until the call is answered or the caller is gone; refuses where there is none. */
  take(userId: number, reply: FastifyReply): void {
    const own = this.#taken.get(userId) ?? 0
    if (own >= mostOfUser || this.#total >= mostOfProcess)
      throw new Problem('unavailable', { retryAfter: 5 })
    this.#taken.set(userId, own + 1)
    this.#total += 1
    finished(reply.raw, () => this.#free(userId))
  }

  #free(userId: number): void {
    const own = this.#taken.get(userId) ?? 0
    if (own > 1) this.#taken.set(userId, own - 1)
    else this.#taken.delete(userId)
    this.#total -= 1
  }
}
