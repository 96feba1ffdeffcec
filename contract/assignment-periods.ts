import { z } from 'zod'
import { dayAfter } from './days.ts'
import { shownDay } from './shown.ts'
import { typedText } from './typed-text.ts'
import { wireDay } from './wire-day.ts'

/** Maximum number of years between today and the end of an assignment. */
const periodYears = 10

/** Maximum length of the reason of an assignment. */
export const assignmentReasonMax = 200

/** Sentences about invalid days of an assignment. */
export const periodSentences = {
  invalidDay: 'Informe uma data válida.',
  beginPassed: 'Data de início não pode ser menor que a data atual',
  beginAfterEnd: 'Data de início não pode ser maior que a data de fim',
  endPassed: 'Data de fim não pode ser menor que a data atual',
  tooFar: `Informe uma data dentro dos próximos ${periodYears} anos.`,
} as const

/**
 * Days in São Paulo on which an assignment begins and ends, and why it is given. Without `begin_date` it begins at once,
 * without `end_date` it does not end (rulings §11).
 */
export const assignmentPeriod = {
  begin_date: wireDay(periodSentences.invalidDay).optional(),
  end_date: wireDay(periodSentences.invalidDay).optional(),
  reason: typedText({ max: assignmentReasonMax, required: 'Informe o motivo.' }).optional(),
}

/** Maximum of a maximum term: ten years, as for the end. */
const termDaysMax = 3650

/**
 * Schema of the maximum term of a company or profile in a request body, in days. 0 removes it, since null counts as
 * absent there; the output is then null.
 */
export const assignmentDaysMax = z
  .number('Use um número inteiro.')
  .int('Use um número inteiro.')
  .min(0, 'O prazo deve ser de pelo menos 1 dia.')
  .max(termDaysMax, `O prazo é de no máximo ${termDaysMax.toLocaleString('pt-BR')} dias.`)
  .transform((days) => days || null)
  .optional()

/** Begin, end and reason as requested. Absent fields may be null, as in a stored assignment. */
export interface RequestedPeriod {
  begin_date?: string | null | undefined
  end_date?: string | null | undefined
  reason?: string | null | undefined
}

/** Whether a request says anything about the period. If not, an assignment that is held does not change. */
export const hasPeriod = ({ begin_date, end_date, reason }: RequestedPeriod): boolean =>
  [begin_date, end_date, reason].some((given) => given !== undefined && given !== null)

/** Whether two requests or assignments have the same begin, end and reason. */
export const isSamePeriod = (one: RequestedPeriod, other: RequestedPeriod): boolean =>
  (['begin_date', 'end_date', 'reason'] as const).every(
    (field) => (one[field] ?? null) === (other[field] ?? null),
  )

/** Formats a period: 'de 01/12/2026 até 31/12/2026', 'até 31/12/2026', 'a partir de 01/12/2026', 'sem prazo'. */
export function periodText({ begin_date, end_date }: RequestedPeriod): string {
  if (!end_date) return begin_date ? `a partir de ${shownDay(begin_date)}` : 'sem prazo'
  const until = `até ${shownDay(end_date)}`
  return begin_date ? `de ${shownDay(begin_date)} ${until}` : until
}

interface PeriodRules {
  /** Day in São Paulo. */
  today: string
  /** First day of the held assignment. Only this begin may lie in the past. */
  heldBegin?: string | undefined
  /** Maximum number of days from the begin, or from today if the begin has passed; null for none. */
  daysMax: number | null
}

/** Returns an error for each invalid day. Days are YYYY-MM-DD. */
export function periodErrors(
  { begin_date, end_date }: RequestedPeriod,
  { today, heldBegin, daysMax }: PeriodRules,
): { begin_date?: string; end_date?: string } {
  const { beginPassed, beginAfterEnd, endPassed, tooFar } = periodSentences
  const last = `${Number(today.slice(0, 4)) + periodYears}${today.slice(4)}`
  if (begin_date && begin_date < today && begin_date !== heldBegin)
    return { begin_date: beginPassed }
  if (end_date && end_date < today) return { end_date: endPassed }
  if (begin_date && end_date && begin_date > end_date) return { begin_date: beginAfterEnd }
  if (begin_date && begin_date > last) return { begin_date: tooFar }
  if (end_date && end_date > last) return { end_date: tooFar }
  if (daysMax === null) return {}
  const lastOfTerm = lastDayOfTerm({ begin_date }, { today, daysMax })
  return end_date && end_date <= lastOfTerm
    ? {}
    : { end_date: `Informe uma data de fim até ${shownDay(lastOfTerm)}. ${termSentence(daysMax)}` }
}

/** Returns the last day of a new period within a maximum term. It is counted from the begin, or from today. */
export const lastDayOfTerm = (
  { begin_date }: Pick<RequestedPeriod, 'begin_date'>,
  { today, daysMax }: { today: string; daysMax: number },
): string => dayAfter(begin_date && begin_date > today ? begin_date : today, daysMax - 1)

/** Returns the smallest of maximum terms, in days; null if there is none. */
export function leastTerm(terms: readonly (number | null | undefined)[]): number | null {
  const known = terms.filter((days) => days !== null && days !== undefined)
  return known.length > 0 ? Math.min(...known) : null
}

/** 'O prazo máximo é de 90 dias.' */
export const termSentence = (days: number): string =>
  days === 1
    ? 'O prazo máximo é de 1 dia.'
    : `O prazo máximo é de ${days.toLocaleString('pt-BR')} dias.`
