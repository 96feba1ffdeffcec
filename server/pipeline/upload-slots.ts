import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Problem } from './problem.ts'

/** Maximum number of files of a user that are received or processed at the same time, in all sessions together. */
const maxPerUser = 2
/** Maximum number of files of all users. Each file is in memory until its response is sent. */
const maxTotal = 8

/** Limits the files that are received or processed at the same time, and thereby their memory. */
export class UploadSlots {
  readonly #taken = new Map<number, number>()
  #total = 0

  /** Takes a place until the response is sent or the client disconnects. Throws if no place is free. */
  take(userId: number, reply: FastifyReply): void {
    const own = this.#taken.get(userId) ?? 0
    if (own >= maxPerUser || this.#total >= maxTotal)
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
