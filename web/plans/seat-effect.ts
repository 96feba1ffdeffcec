import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { boundedCount } from '../ui/bounded-count.ts'

type SeatEffect = SuccessOf<Api['seatEffectOfPlan']>

/** Consequence of a change of seats, for the identity confirmation. */
interface SeatLoss {
  consequence: string
  danger: true
}

/** Maximum number of affected modules of companies to name. */
const placesMax = 3

/**
 * Describes what a change of plans does to seats in use; undefined if it affects none. The preview of the identity
 * confirmation names the users who lose access.
 */
export function describeSeatEffect({ people, over, rows }: SeatEffect): SeatLoss | undefined {
  if (people.count === 0 && over.count === 0) return undefined
  const sentences = [
    over.count > 0 &&
      `${boundedCount(over, 'pessoa fica', 'pessoas ficam')} sem licença: quem tem acesso o mantém, e ninguém mais o recebe até haver licença livre.`,
    placesIn(rows),
  ]
  return { consequence: sentences.filter(Boolean).join(' '), danger: true }
}

/** Adds a question to the identity confirmation of a save that affects seats in use. */
export function questionOfLoss(
  effect: SeatEffect | undefined,
): Partial<SeatLoss & { question: string }> {
  const loss = effect && describeSeatEffect(effect)
  return loss ? { question: 'Deseja salvar mesmo assim?', ...loss } : {}
}

function placesIn(rows: SeatEffect['rows']): string {
  const shown = rows
    .slice(0, placesMax)
    .map(
      ({ company, module, used, limit, new_limit }) =>
        `${company.name} (${module.name}: ${used} em uso, licenças ${limit} → ${new_limit})`,
    )
  const more = rows.length - placesMax
  return `Onde: ${shown.join(', ')}${more > 0 ? ' e outros' : ''}.`
}
