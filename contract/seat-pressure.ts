import { z } from 'zod'
import { id } from './fields.ts'

/** Maximum number of entries of the seats panel of HOME. Each entry, a 'place', is a module in a company. */
export const homeSeatsMax = 6
/**
 * Maximum number of places counted exactly for a caller who sees every company: the places with the most profile
 * holders per seat.
 */
export const homePlacesMax = 100

const named = z.object({ id, name: z.string() })

/** Seats of a module in a company. */
export const seatsOfPlace = z.object({
  company: named,
  module: named,
  limit: z.int().min(0),
  used: z.int().min(0),
  free: z.int().min(0),
  over: z.int().min(0),
  /** The loose plan of this company and module, active or not; null if there is none. */
  loose_plan: z.object({ id }).nullable(),
})
