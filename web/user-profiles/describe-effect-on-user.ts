import type { AccessEffect } from '../../contract/access-effect.ts'
import {
  accessLabel,
  type EffectDescription,
} from '../confirm-identity/describe-effect-on-users.ts'

/** Maximum number of modules in a company to list. */
const placesMax = 5

/**
 * Describes the effect of a save on one user for the identity confirmation, like `describeEffectOnUsers` but without numbers
 * of users. `effect` is undefined if the save could not be previewed.
 */
export function describeEffectOnUser(effect: AccessEffect | undefined): EffectDescription {
  if (!effect)
    return { consequence: 'Não foi possível calcular o que muda no acesso.', danger: false }
  const { people, losing, gaining, rows } = effect
  const gained = rows.filter((row) => row.gaining > 0).map(accessLabel)
  const lost = rows.filter((row) => row.losing > 0).map(accessLabel)
  const sentences = [
    losing.count > 0 &&
      (lost.length > 0
        ? `Perde o acesso imediatamente: ${listed(lost)}.`
        : 'Perde acessos imediatamente.'),
    gaining.count > 0 &&
      (gained.length > 0 ? `Passa a acessar: ${listed(gained)}.` : 'Ganha acessos.'),
  ].filter(Boolean)
  // The preview lists access to a SPID, but not functions that change within a SPID.
  const otherwise =
    people.count > 0
      ? 'Muda o que a pessoa pode fazer onde já entra.'
      : 'Por enquanto, nada muda no que a pessoa acessa.'
  return {
    consequence: sentences.length > 0 ? sentences.join(' ') : otherwise,
    danger: losing.count > 0,
  }
}

function listed(places: readonly string[]): string {
  const further = places.length - placesMax
  const shown = places.slice(0, placesMax).join(', ')
  return further > 0 ? `${shown} e mais ${further}` : shown
}
