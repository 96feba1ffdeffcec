import { readWholeNumber } from '../../contract/whole-number.ts'

/**
 * Parses a maximum term for the request body: 0, which removes it, for an empty field; NaN for anything but a whole
 * number.
 */
export function termOf(typed: string): number {
  if (typed.trim() === '') return 0
  const days = readWholeNumber(typed)
  return typeof days === 'number' ? days : Number.NaN
}

/** Formats a maximum term: '1 dia', '90 dias', 'Sem máximo'. */
export function termText(days: number | null): string {
  if (days === null) return 'Sem máximo'
  return days === 1 ? '1 dia' : `${days.toLocaleString('pt-BR')} dias`
}
