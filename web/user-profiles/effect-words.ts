import type { AccessEffect } from '../../contract/access-effect.ts'
import { placeOf } from '../confirm-identity/effect-on-people.ts'
import { formatNumber } from '../ui/format-number.ts'

/** So many of the places that change are named. */
const shownPlaces = 5

/** What a save changes for one person, for the proof of identity before it. */
export function effectWords({ people, rows }: AccessEffect): {
  consequence: string
  danger: boolean
} {
  const gained = rows.filter(({ gaining }) => gaining > 0).map(placeOf)
  const lost = rows.filter(({ losing }) => losing > 0).map(placeOf)
  const sentences = [
    gained.length > 0 && `Passa a acessar: ${listed(gained)}.`,
    lost.length > 0 && `Deixa de acessar, imediatamente: ${listed(lost)}.`,
    people.count === 0 && 'Por enquanto, nada muda no que a pessoa acessa.',
    // What one may do for a SPID is not told apart; entering for it is.
    people.count > 0 && rows.length === 0 && 'Muda o que a pessoa pode fazer onde já entra.',
  ]
  return { consequence: sentences.filter(Boolean).join(' '), danger: lost.length > 0 }
}

/** The same for many people: how many lose or get something, and where how many do. */
export function manyEffectWords({ people, losing, gaining, rows }: AccessEffect): {
  consequence: string
  danger: boolean
} {
  const places = (which: 'gaining' | 'losing') =>
    listed(
      rows.flatMap((row) =>
        row[which] > 0 ? [`${placeOf(row)}: ${formatNumber(row[which])}`] : [],
      ),
    )
  const sentences = [
    losing.count > 0 &&
      `${peopleWords(losing, 'deixa', 'deixam')} de acessar, imediatamente${after(places('losing'))}.`,
    gaining.count > 0 &&
      `${peopleWords(gaining, 'passa', 'passam')} a acessar${after(places('gaining'))}.`,
    people.count === 0 && 'Por enquanto, nada muda no que estas pessoas acessam.',
  ]
  return { consequence: sentences.filter(Boolean).join(' '), danger: losing.count > 0 }
}

/** What one may do for a SPID is not told apart: then no place is named. */
const after = (places: string): string =>
  places === '' ? ' parte do que se faz por SPID' : `: ${places}`

function peopleWords({ count, more }: AccessEffect['people'], one: string, many: string): string {
  if (more) return `Mais de ${formatNumber(count)} pessoas ${many}`
  return count === 1 ? `1 pessoa ${one}` : `${formatNumber(count)} pessoas ${many}`
}

function listed(places: readonly string[]): string {
  const further = places.length - shownPlaces
  const shown = places.slice(0, shownPlaces).join(', ')
  return further > 0 ? `${shown} e mais ${further}` : shown
}
