import { periodErrors, type RequestedPeriod } from '../../contract/assignment-periods.ts'
import { administratorProfileId } from '../../contract/constants.ts'
import { dayOf } from '../../contract/days.ts'
import { shownDay } from '../../contract/shown.ts'
import type { UserWithProfiles } from '../../contract/user-profiles.ts'
import { serverNow, today } from '../api/server-clock.ts'

/** Period of an assignment as stored, with instants. */
type StoredPeriod = Pick<UserWithProfiles['user_profiles'][number], 'begin_date' | 'end_date'> & {
  suspended_at?: string | null
}

/** Values of the fields of a period: days as YYYY-MM-DD, and the reason. Empty if not given. */
export type PeriodValues = Record<'begin_date' | 'end_date' | 'reason', string>

export type PeriodErrors = Partial<Record<keyof PeriodValues, string>>

/** Labels of the fields. */
export const periodLabels = {
  begin_date: 'Válido a partir de',
  end_date: 'Válido até',
  reason: 'Motivo',
} satisfies Record<keyof PeriodValues, string>

export const noPeriod: PeriodValues = { begin_date: '', end_date: '', reason: '' }

/** Number of days before the end of an assignment from which it can be prolonged on the record. */
const soonDays = 30

const now = () => (serverNow() ?? new Date()).getTime()

/** Whether the assignment has ended. It then grants nothing and takes no seat (decision 99). */
export const hasEnded = ({ end_date }: Pick<StoredPeriod, 'end_date'>): boolean =>
  end_date !== null && Date.parse(end_date) < now()

/** Whether the assignment has not begun. */
export const isLater = ({ begin_date }: Pick<StoredPeriod, 'begin_date'>): boolean =>
  begin_date !== null && Date.parse(begin_date) > now()

/** Whether an access review has suspended the assignment, and it has not ended (decision 104). */
export const isSuspended = ({ suspended_at, end_date }: StoredPeriod): boolean =>
  Boolean(suspended_at) && !hasEnded({ end_date })

/** Whether the assignment has ended, or ends within 30 days. */
export const endsSoon = ({ end_date }: Pick<StoredPeriod, 'end_date'>): boolean =>
  end_date !== null && Date.parse(end_date) < now() + soonDays * 86_400_000

/** Profile 1 takes neither begin nor end (decision 99). */
export const takesPeriod = ({ profile_id }: { profile_id: number }): boolean =>
  profile_id !== administratorProfileId

/** Returns the day of an instant in São Paulo as YYYY-MM-DD; empty for null. */
export const dayIn = (instant: string | null): string =>
  instant === null ? '' : dayOf(new Date(instant))

/**
 * Describes a stored period: 'a partir de 02/01/2027 · até 31/12/2027', 'suspenso · termina em 27/12/2026'. Empty if it
 * neither begins later nor ends.
 */
export function periodText(period: StoredPeriod): string {
  const end = shownDay(dayIn(period.end_date))
  if (hasEnded(period)) return `terminou em ${end}`
  if (isSuspended(period)) return `suspenso · termina em ${end}`
  return [
    isLater(period) && `a partir de ${shownDay(dayIn(period.begin_date))}`,
    end !== '' && `até ${end}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Describes the days of fields: 'a partir de 02/01/2027, até 31/12/2027'. Empty without days. */
export const daysText = ({ begin_date, end_date }: RequestedPeriod): string =>
  [begin_date && `a partir de ${shownDay(begin_date)}`, end_date && `até ${shownDay(end_date)}`]
    .filter(Boolean)
    .join(', ')

/** Returns the part of a request body. A period without days and reason is empty, so that the request is as before. */
export function sentPeriod({ begin_date, end_date, reason }: PeriodValues): RequestedPeriodOnly {
  const text = reason.trim()
  return {
    ...(begin_date !== '' && { begin_date }),
    ...(end_date !== '' && { end_date }),
    ...(text !== '' && { reason: text }),
  }
}

type RequestedPeriodOnly = { [Field in keyof PeriodValues]?: string }

/** Like `sentPeriod`, without days for profile 1. */
export const sentPeriodFor = (profile: { profile_id: number }, values: PeriodValues) =>
  sentPeriod(takesPeriod(profile) ? values : { ...values, begin_date: '', end_date: '' })

/**
 * Returns an error for each invalid day. `heldBegin` is the begin of the held assignment, which may be past. `daysMax` is
 * the maximum term of what is given, in days; null if there is none.
 */
export function daysErrors(
  values: RequestedPeriod,
  { heldBegin, daysMax }: { heldBegin?: string | undefined; daysMax: number | null },
): PeriodErrors {
  const day = today()
  return day === '' ? {} : periodErrors(values, { today: day, heldBegin, daysMax })
}

/**
 * Returns the errors at the days of assignments, which the server names such as `given.3.end_date` or
 * `profiles.3.end_date`, under the names of the fields.
 */
export function refusedDays(fields: Readonly<Record<string, string>>): PeriodErrors {
  const errors: PeriodErrors = {}
  for (const [name, sentence] of Object.entries(fields)) {
    const field = name.split('.').at(-1)
    if (field === 'begin_date' || field === 'end_date' || field === 'reason')
      errors[field] ??= sentence
  }
  return errors
}

/**
 * Sentences for the identity confirmation about what is given for a period. The preview compares the access of now, so
 * it does not show what begins later.
 */
export function periodConsequence(periods: readonly RequestedPeriod[]): string {
  const days = (field: 'begin_date' | 'end_date') =>
    [...new Set(periods.map((period) => period[field] ?? ''))].filter((day) => day !== '')
  const later = days('begin_date').filter((day) => day > today())
  const ends = days('end_date')
  return [
    later.length > 0 && `O acesso só começa em ${listed(later)}.`,
    ends.length > 0 && `O acesso termina no fim de ${listed(ends)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Maximum number of different days in a sentence. */
const daysMax = 3

function listed(days: readonly string[]): string {
  const sorted = days.toSorted()
  const shown = sorted.slice(0, daysMax).map(shownDay).join(', ')
  return sorted.length > daysMax ? `${shown} e outras datas` : shown
}
