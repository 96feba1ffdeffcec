import type { Seats } from './user-import-queries.ts'

/** Counts the seats that the rows of a file take, one by one: a person has one of each module in a company. */
export class SeatCount {
  readonly #seats: ReadonlyMap<string, Seats>
  readonly #free = new Map<string, number>()
  readonly #taken = new Set<string>()

  constructor(seats: ReadonlyMap<string, Seats>) {
    this.#seats = seats
  }

  /** Whether there is a seat for this person, who may have one already; `id` is undefined where nobody has the e-mail. */
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
