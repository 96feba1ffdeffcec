import { formatNumber } from './format-number.ts'

/** Formats a count that has a maximum, with noun and verb: '1 pessoa perde', 'Mais de 1.000 pessoas perdem'. */
export function boundedCount(
  { count, more }: { count: number; more: boolean },
  one: string,
  many: string,
): string {
  if (more) return `Mais de ${formatNumber(count)} ${many}`
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}
