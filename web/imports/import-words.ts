import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { formatNumber } from '../ui/format-number.ts'

export type Import = SuccessOf<Api['importGet']>
type Totals = Import['totals']

/** Returns a number of file rows in words. */
export const linesOf = (count: number): string => words(count, 'linha', 'linhas')

/** Returns the number of rows by outcome in words, without the outcomes that have none. */
export function countsOf({ create, change, unchanged, refused }: Totals) {
  return [
    { outcome: 'refused', count: refused, text: words(refused, 'recusada', 'recusadas') },
    { outcome: 'create', count: create, text: words(create, 'nova', 'novas') },
    { outcome: 'change', count: change, text: words(change, 'alterada', 'alteradas') },
    {
      outcome: 'unchanged',
      count: unchanged,
      text: words(unchanged, 'sem mudança', 'sem mudança'),
    },
  ].filter(({ count }) => count > 0)
}

/** Returns the counts as one text: '480 novas, 15 alteradas'. */
export function counted(totals: Totals): string {
  return countsOf(totals)
    .map(({ text }) => text)
    .join(', ')
}

function words(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}
