import type { UserProfileOffers } from '../../contract/user-profiles.ts'
import { chosenOf, type Chosen, type ProfileRow } from './user-profile-choice.ts'

/** Seats of a module in a company as they would be after saving the selection. */
export interface SeatsAfter {
  company_id: number
  module_id: number
  limit: number
  used: number
  free: number
  over: number
  /** True if the user would take an unavailable seat. The server would then refuse the save. */
  refused: boolean
}

/** By company and module, with keys from `seatKey`. */
export type SeatChoice = ReadonlyMap<string, SeatsAfter>

export const seatKey = (companyId: number, moduleId: number): string => `${companyId} ${moduleId}`

/**
 * Calculates the seats after a save. A user takes one seat of a module in a company, regardless of the number of
 * profiles (rulings §6).
 */
export function seatsAfter(
  rows: readonly ProfileRow[],
  chosen: Chosen,
  seats: UserProfileOffers['seats'],
): SeatChoice {
  const before = seatsTaken(rows, (row) => row.held)
  const after = seatsTaken(rows, (row) => chosenOf(row, chosen))
  return new Map(
    seats.map(({ taken, company_id, module_id, limit, used: usedNow }) => {
      const key = seatKey(company_id, module_id)
      // Keep a seat that the user takes by a profile outside these rows.
      const takes = after.has(key) || (taken && !before.has(key))
      const used = usedNow - Number(taken) + Number(takes)
      const over = Math.max(used - limit, 0)
      const refused = takes && !taken && over > 0
      const counted = { limit, used, free: Math.max(limit - used, 0), over }
      return [key, { company_id, module_id, ...counted, refused }]
    }),
  )
}

function seatsTaken(
  rows: readonly ProfileRow[],
  valuesOf: (row: ProfileRow) => readonly string[],
): ReadonlySet<string> {
  const taken = new Set<string>()
  for (const row of rows) {
    if (!row.active) continue
    const values = new Set(valuesOf(row))
    for (const { value, company } of row.pairs)
      if (values.has(value)) taken.add(seatKey(company.id, row.module.id))
  }
  return taken
}

/** Describes the used seats: '3 de 10 licenças em uso · 7 livres'. */
export function seatWords({ limit, used, free, over }: SeatsAfter): string {
  const taken = `${used} de ${limit} ${limit === 1 ? 'licença' : 'licenças'} em uso`
  if (over > 0) return `${taken} · ${over} sem licença`
  if (free === 0) return `${taken} · nenhuma livre`
  return `${taken} · ${free === 1 ? '1 livre' : `${free} livres`}`
}
