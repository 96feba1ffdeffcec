import type { AccessEffect } from '../../contract/access-effect.ts'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'

type SeatEffect = SuccessOf<Api['seatEffectOfPlan']>

const bounded = (count: number) => ({ count, more: false })

/** Preview of a write by which `losing` users lose access to these modules of companies. */
export function accessEffect(losing: number, places: readonly Place[] = []): AccessEffect {
  return {
    refused: null,
    people: bounded(losing),
    losing: bounded(losing),
    gaining: bounded(0),
    rows: places.map(({ company, module }) => ({
      company,
      module,
      spid: null,
      function: null,
      action: null,
      losing,
      gaining: 0,
    })),
    more_rows: false,
  }
}

interface Place {
  company: { id: number; name: string }
  module: { id: number; name: string; Service: { id: number; name: string } }
}

/**
 * Preview of a change of seats of one module in one company. The limit changes from `limit` to `to` for `used` users.
 */
export function seatEffect(
  place: Place,
  { used, limit, to }: { used: number; limit: number; to: number },
): SeatEffect {
  const over = to === 0 ? 0 : Math.max(0, used - to)
  const people = to === 0 ? used : 0
  return {
    people: bounded(people),
    companies: bounded(over > 0 ? 1 : 0),
    over: bounded(over),
    rows: people + over > 0 ? [{ ...place, used, limit, new_limit: to, over }] : [],
  }
}

/** Numbers of seats as the server counts them. */
export const seats = (used: number, limit: number) => ({
  used,
  limit,
  free: Math.max(0, limit - used),
  over: Math.max(0, used - limit),
})
