import type { Seats } from './user-import-queries.ts'

/**
 * Counts the seats that the rows of a file take, in the order of the rows. A user takes one seat per module and
 * company.
 */
export class SeatCount {
  readonly #seats: ReadonlyMap<string, Seats>
  readonly #free = new Map<string, number>()
  readonly #taken = new Set<string>()

  constructor(seats: ReadonlyMap<string, Seats>) {
    this.#seats = seats
  }

  /**
   * Takes a seat for a user. Returns false if no seat is free; true if the user already has one. `id` is undefined for
   * a new user.
   */
  take(
    place: { company_id: number; module_id: number },
    { email, id }: { email: string; id: number | undefined },
  ): boolean {
    const key = `${place.company_id} ${place.module_id}`
    const seats = this.#seats.get(key)
    if (!seats) return false
    if ((id !== undefined && seats.holders.has(id)) || this.#taken.has(`${key} ${email}`))
      return true
    const free = this.#free.get(key) ?? seats.free
    if (free <= 0) return false
    this.#free.set(key, free - 1)
    this.#taken.add(`${key} ${email}`)
    return true
  }
}
