import type { GivenUserProfile, UserWithProfiles } from '../../contract/user-profiles.ts'
import { today } from '../api/server-clock.ts'
import type { Change } from '../ui/change-list.tsx'
import {
  dayIn,
  daysErrors,
  daysText,
  hasEnded,
  isLater,
  noPeriod,
  periodText,
  sentPeriod,
  type PeriodErrors,
  type PeriodValues,
} from '../assignment-periods/assignment-period.ts'

export type AssignedProfile = UserWithProfiles['user_profiles'][number]

/** Period for some assignments. */
export interface NewPeriod extends PeriodValues {
  /** No end. Otherwise `end_date` is required. */
  endless: boolean
}

/** Identifies an assignment of a user. */
export const keyOf = ({ profile_id, company_id, spid }: AssignedProfile): string =>
  `${profile_id}|${company_id}|${spid ?? ''}`

/** Describes an assignment: 'Analista - Disputas: SPID 7101 - Operadora Alfa'. */
export const assignmentLabel = ({ profile, company, spid }: AssignedProfile): string =>
  `${profile.name} - ${profile.module.name}: ${spid === null ? 'Todos os SPIDs' : `SPID ${spid}`} - ${company.name}`

/** Whether the begin of an assignment can be changed. That of an assignment that grants access now stays. */
export const canChangeBegin = (assigned: AssignedProfile): boolean =>
  hasEnded(assigned) || isLater(assigned)

/** Returns the initial values of the fields: those of the assignment if there is one, otherwise empty. */
export function storedPeriod(assigned: readonly AssignedProfile[]): NewPeriod {
  const [only, ...others] = assigned
  if (!only || others.length > 0) return { ...noPeriod, endless: false }
  return {
    begin_date: isLater(only) ? dayIn(only.begin_date) : '',
    end_date: hasEnded(only) ? '' : dayIn(only.end_date),
    reason: only.reason ?? '',
    endless: false,
  }
}

/**
 * Returns the request for one assignment. What the fields leave empty keeps its value. A held assignment without begin,
 * end and reason would be left unchanged by the server, so it gets today as its begin.
 */
export function periodRow(assigned: AssignedProfile, period: NewPeriod): GivenUserProfile {
  const { user_id, profile_id, company_id, spid, reason } = assigned
  const kept = hasEnded(assigned) ? '' : dayIn(assigned.begin_date)
  const sent = sentPeriod({
    begin_date: canChangeBegin(assigned) ? period.begin_date || kept : kept,
    end_date: period.endless ? '' : period.end_date,
    reason: period.reason.trim() || (reason ?? ''),
  })
  const unchanged = Object.keys(sent).length === 0 && !hasEnded(assigned)
  return { user_id, profile_id, company_id, spid, ...(unchanged ? { begin_date: today() } : sent) }
}

/** Returns the errors of the fields for these assignments. */
export function newPeriodErrors(
  assigned: readonly AssignedProfile[],
  period: NewPeriod,
): PeriodErrors {
  if (!period.endless && period.end_date === '') return { end_date: endMissing }
  return Object.assign(
    {},
    ...assigned.map((each) =>
      daysErrors(periodRow(each, period), {
        heldBegin: hasEnded(each) ? undefined : dayIn(each.begin_date),
        daysMax: each.days_max,
      }),
    ),
  ) as PeriodErrors
}

const endMissing = "Informe até quando vale, ou marque 'Sem data de fim'."

/** Maximum number of assignments listed with their old and new period. */
const listedMax = 5

/** Describes the changes for the identity confirmation. */
export function periodChanges(assigned: readonly AssignedProfile[], period: NewPeriod): Change[] {
  const to = (each: AssignedProfile) => daysText(shownDays(each, period)) || 'sem data de fim'
  if (assigned.length <= listedMax)
    return assigned.map((each) => ({
      label: assignmentLabel(each),
      from: periodText(each) || 'sem data de fim',
      to: to(each),
    }))
  return [
    {
      count: `${assigned.length} perfis`,
      names: assigned.map((each) => `${assignmentLabel(each)}: ${to(each)}`),
    },
  ]
}

/** The days to show: a begin that has passed is of no interest. */
function shownDays(assigned: AssignedProfile, period: NewPeriod) {
  const { begin_date = '', end_date } = periodRow(assigned, period)
  return { begin_date: begin_date > today() ? begin_date : '', end_date }
}
