import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { askFirst } from '../form/ask-first.ts'

type SeatEffect = SuccessOf<Api['seatEffectOfPlan']>
type Bounded = SeatEffect['people']

/** What a change takes from somebody, for the question and the proof of identity before it. */
export interface Loss {
  consequence: string
  danger: true
}

/** What is said instead where nobody feels it. */
export const nobodyLoses = { consequence: 'Ninguém perde o acesso com isso.' }

/** So many of the places that are hit are named. */
const shownPlaces = 3

/** What a change of plans does to whom, in words; nothing where nobody feels it. */
export function lossOf({ people, over, rows }: SeatEffect): Loss | undefined {
  if (people.count === 0 && over.count === 0) return undefined
  const sentences = [
    people.count > 0 &&
      `${counted(people, 'pessoa perde', 'pessoas perdem')} o acesso imediatamente.`,
    over.count > 0 &&
      `${counted(over, 'pessoa fica', 'pessoas ficam')} acima do limite: quem tem acesso o mantém, e ninguém mais o recebe até haver licença livre.`,
    placesIn(rows),
  ]
  return { consequence: sentences.filter(Boolean).join(' '), danger: true }
}

/** Asks before a save where it takes something from somebody; answers that for the proof of identity. */
export async function askBeforeLoss(
  about: string,
  effect: SeatEffect | undefined,
): Promise<Loss | undefined> {
  const loss = effect && lossOf(effect)
  if (loss) await askFirst({ text: 'Deseja salvar mesmo assim?', about, ...loss })
  return loss
}

function counted({ count, more }: Bounded, one: string, many: string): string {
  const shown = count.toLocaleString('pt-BR')
  if (more) return `Mais de ${shown} ${many}`
  return `${shown} ${count === 1 ? one : many}`
}

function placesIn(rows: SeatEffect['rows']): string {
  const shown = rows
    .slice(0, shownPlaces)
    .map(
      ({ company, module, used, limit, new_limit }) =>
        `${company.name} (${module.name}: ${used} em uso, limite ${limit} → ${new_limit})`,
    )
  const more = rows.length - shownPlaces
  return `Onde: ${shown.join(', ')}${more > 0 ? ' e outros' : ''}.`
}
