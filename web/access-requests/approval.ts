import {
  type AccessRequestDetails,
  type accessRequests,
  requestedEndSentence,
} from '../../contract/access-requests.ts'
import { lastDayOfTerm, leastTerm, periodErrors } from '../../contract/assignment-periods.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { shownDay } from '../../contract/shown.ts'
import { takesPeriod } from '../assignment-periods/assignment-period.ts'
import type { Change } from '../ui/change-list.tsx'

export type ApprovableProfile = AccessRequestDetails['profiles'][number]

/** What the user has chosen for an approval. */
export interface Approval {
  profile: ApprovableProfile | undefined
  /** Empty for an assignment that covers all SPIDs. */
  spids: readonly string[]
  /** Whether all SPIDs are covered; otherwise at least one of `spids` is required. */
  allSpids: boolean
  /** Day YYYY-MM-DD; empty for no end. */
  endDate: string
}

export type ApprovalErrors = Partial<Record<'profile_id' | 'spids' | 'end_date', string>>

/** Maximum term in days that applies to a profile; null for none. Profile 1 takes no period. */
const daysMaxOf = (
  { assignment_days_max: ofCompany }: AccessRequestDetails,
  profile: ApprovableProfile | undefined,
): number | null =>
  profile && !takesPeriod({ profile_id: profile.id })
    ? null
    : leastTerm([ofCompany, profile?.assignment_days_max])

/** Returns the last day on which the approved access may end: that of the request or of the maximum term; empty for none. */
export function lastDay(
  request: AccessRequestDetails,
  profile: ApprovableProfile | undefined,
  today: string,
): string {
  const daysMax = daysMaxOf(request, profile)
  const days = [
    request.end_date,
    daysMax !== null && today !== '' && lastDayOfTerm({}, { today, daysMax }),
  ]
  return days.filter((day): day is string => Boolean(day)).toSorted()[0] ?? ''
}

/** Returns an error for each choice that the server would refuse. */
export function approvalErrors(
  request: AccessRequestDetails,
  { profile, spids, allSpids, endDate }: Approval,
  today: string,
): ApprovalErrors {
  const errors: ApprovalErrors = {}
  if (!profile) errors.profile_id = 'Escolha o perfil.'
  if (!allSpids && spids.length === 0) errors.spids = 'Escolha ao menos um SPID.'
  const last = request.end_date
  if (last !== null && (endDate === '' || endDate > last))
    errors.end_date = requestedEndSentence(last)
  else if (today !== '')
    Object.assign(
      errors,
      periodErrors({ end_date: endDate }, { today, daysMax: daysMaxOf(request, profile) }),
    )
  return errors
}

/** Returns the body of an approval, which the identity confirmation covers. */
export const approvalBody = (
  { version, requester, company }: AccessRequestDetails,
  { profile, spids, allSpids, endDate }: Approval & { profile: ApprovableProfile },
): BodyOf<typeof accessRequests.accessRequestApprove> => ({
  version,
  requester_id: requester.id,
  company_id: company.id,
  profile_id: profile.id,
  spids: allSpids ? [] : [...spids],
  ...(endDate !== '' && { end_date: endDate }),
})

/** Describes an approval for the identity confirmation. */
export function approvalChanges(
  request: AccessRequestDetails,
  { profile, spids, allSpids, endDate }: Approval & { profile: ApprovableProfile },
): Change[] {
  const { requester, company, module } = request
  const values = {
    Pessoa: `${requester.name} (${requester.email})`,
    Empresa: company.name,
    Perfil: `${profile.name} - ${module.name}`,
    ...(request.spids.length > 0 && { SPID: allSpids ? 'Todos os SPIDs' : spids.join(', ') }),
    Prazo: endDate === '' ? 'sem data de fim' : `até ${shownDay(endDate)}`,
  }
  return Object.entries(values).map(([label, to]) => ({ label, from: '', to }))
}
