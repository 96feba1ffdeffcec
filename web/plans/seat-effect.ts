import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { askFirst } from '../form/ask-first.ts'
import { boundedCount } from '../ui/bounded-count.ts'

type SeatEffect = SuccessOf<Api['seatEffectOfPlan']>

/** Consequence of a change for users, as shown in the question before the change. */
interface Loss {
  consequence: string
  danger: true
}

/** Consequence shown if the change affects no user. */
export const noLoss = { consequence: 'Ninguém perde o acesso com isso.' }

/** Maximum number of affected modules of companies to name. */
const placesMax = 3

/** Describes the effect of a change of plans on users; undefined if it affects none. */
export function describeSeatEffect({ people, over, rows }: SeatEffect): Loss | undefined {
  if (people.count === 0 && over.count === 0) return undefined
  const sentences = [
    people.count > 0 &&
      `${boundedCount(people, 'pessoa perde', 'pessoas perdem')} o acesso imediatamente.`,
    overLimitNotice({ over }).consequence,
    placesIn(rows),
  ]
  return { consequence: sentences.filter(Boolean).join(' '), danger: true }
}

/** Describes users over the limit. The access preview of the identity confirmation does not include seats. */
export function overLimitNotice({ over }: Pick<SeatEffect, 'over'>): Partial<Loss> {
  if (over.count === 0) return {}
  return {
    consequence: `${boundedCount(over, 'pessoa fica', 'pessoas ficam')} acima do limite: quem tem acesso o mantém, e ninguém mais o recebe até haver licença livre.`,
    danger: true,
  }
}

/**
 * Asks for confirmation if a save affects users. Returns the warning about seat limits for the identity confirmation.
 */
export async function confirmLoss(
  about: string,
  effect: SeatEffect | undefined,
): Promise<Partial<Loss>> {
  const loss = effect && describeSeatEffect(effect)
  if (loss) await askFirst({ text: 'Deseja salvar mesmo assim?', about, ...loss })
  return effect ? overLimitNotice(effect) : {}
}

function placesIn(rows: SeatEffect['rows']): string {
  const shown = rows
    .slice(0, placesMax)
    .map(
      ({ company, module, used, limit, new_limit }) =>
        `${company.name} (${module.name}: ${used} em uso, limite ${limit} → ${new_limit})`,
    )
  const more = rows.length - placesMax
  return `Onde: ${shown.join(', ')}${more > 0 ? ' e outros' : ''}.`
}
