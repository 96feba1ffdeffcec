import type { AccessEffect } from '../../contract/access-effect.ts'
import { boundedCount } from '../ui/bounded-count.ts'

type Row = AccessEffect['rows'][number]
type Bounded = AccessEffect['people']
type Side = 'losing' | 'gaining'

/** Maximum number of modules in a company that are named. */
const maxPlaces = 4

/** Maximum count of users, as in the contract. */
const maxCount = 1000

export interface EffectDescription {
  consequence: string
  /** Whether a user loses access. */
  danger: boolean
}

/**
 * Describes for the confirmation what the writes of one save change, and for how many users. `effects` is undefined if
 * the save could not be previewed.
 */
export function describeEffectOnUsers(
  effects: readonly AccessEffect[] | undefined,
): EffectDescription {
  if (!effects)
    return {
      consequence: 'Não foi possível calcular para quantas pessoas o acesso muda.',
      danger: false,
    }
  const sentences = (['losing', 'gaining'] as const).map((side) => sentenceOf(effects, side))
  const people = total(effects.map((effect) => effect.people))
  const described = sentences.some((sentence) => sentence !== undefined)
  // The rows do not contain functions and actions that change only for a SPID.
  const otherwise =
    people.count > 0
      ? `${boundedCount(people, changing.one, changing.many)}.`
      : 'Por enquanto, ninguém ganha nem perde acesso com isso.'
  return {
    consequence: described ? sentences.filter(Boolean).join(' ') : otherwise,
    danger: sentences[0] !== undefined,
  }
}

interface Verb {
  one: string
  many: string
}

const verbs: Readonly<Record<Side, Verb & { unnamed: Verb }>> = {
  losing: {
    one: 'pessoa perde o acesso imediatamente',
    many: 'pessoas perdem o acesso imediatamente',
    unnamed: {
      one: 'pessoa perde acessos imediatamente',
      many: 'pessoas perdem acessos imediatamente',
    },
  },
  gaining: {
    one: 'pessoa passa a acessar',
    many: 'pessoas passam a acessar',
    unnamed: { one: 'pessoa ganha acessos', many: 'pessoas ganham acessos' },
  },
}
const changing: Verb = {
  one: 'pessoa: muda o que pode fazer onde já entra',
  many: 'pessoas: muda o que podem fazer onde já entram',
}

function sentenceOf(effects: readonly AccessEffect[], side: Side): string | undefined {
  const people = total(effects.map((effect) => effect[side]))
  if (people.count === 0) return undefined
  const rows = effects.flatMap((effect) => effect.rows).filter((row) => row[side] > 0)
  const places = [...new Set(rows.filter((row) => !isRedundant(row, rows)).map(accessLabel))]
  const { one, many, unnamed } = verbs[side]
  // The number of rows is limited, and rows that the user may not see are left out. Such changes are counted but not
  // named.
  if (places.length === 0) return `${boundedCount(people, unnamed.one, unnamed.many)}.`
  const others = places.length > maxPlaces || effects.some((effect) => effect.more_rows)
  const named = places.slice(0, maxPlaces).join(', ')
  return `${boundedCount(people, one, many)}: ${named}${others ? ' e outros' : ''}.`
}

/**
 * Whether a row is redundant. Access to a module for a company includes all SPIDs of the company, so the rows of its
 * SPIDs are not needed.
 */
const isRedundant = (row: Row, rows: readonly Row[]): boolean =>
  row.spid !== null &&
  rows.some(
    ({ spid, company, module, function: held }) =>
      spid === null &&
      held === null &&
      company.id === row.company.id &&
      module.id === row.module.id,
  )

/** Names a module in a company, and the function or action that the row concerns. */
export function accessLabel({ company, module, spid, function: held, action }: Row): string {
  const place = `${module.name} (${spid === null ? company.name : `${company.name}, SPID ${spid}`})`
  if (held === null) return place
  if (action === null) return `função ${held.name} de ${place}`
  return `ação ${action.name} da função ${held.name} de ${place}`
}

function total(parts: readonly Bounded[]): Bounded {
  const sum = parts.reduce((before, { count }) => before + count, 0)
  return {
    count: Math.min(sum, maxCount),
    more: sum > maxCount || parts.some(({ more }) => more),
  }
}
