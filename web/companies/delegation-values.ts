import { dayOf } from '../../contract/days.ts'
import { delegations, delegationDateErrors } from '../../contract/delegations.ts'
import { today } from '../api/server-clock.ts'
import type { Delegable } from './use-delegable.ts'
import type { Delegated } from './use-delegated.ts'

export const delegationLabels = {
  user_id: 'Usuário',
  profiles: { label: 'Perfis', one: 'perfil', many: 'perfis' },
  begin_date: 'Data de início',
  end_date: 'Data de fim',
}

/** Initial form values, with days as YYYY-MM-DD. A single delegable profile is preselected. */
export function delegationValues(delegable: Delegable | undefined) {
  const ids = (delegable?.profiles ?? []).map(({ id }) => String(id))
  return {
    user_id: '',
    profiles: ids.length === 1 ? ids : [],
    begin_date: '',
    end_date: '',
  }
}

export type DelegationValues = ReturnType<typeof delegationValues>

/**
 * Returns the contract's schema, with two more rules: dates relative to today, and no overlapping delegations to one
 * user.
 */
export const delegationSchema = (delegated: readonly Delegated[]) =>
  delegations.delegationCreate.body.superRefine((body, context) => {
    const now = today()
    for (const [field, message] of Object.entries(
      now === '' ? {} : delegationDateErrors(body, now),
    ))
      context.addIssue({ code: 'custom', path: [field], message })
    if (delegated.some((other) => other.user_id === body.user_id && overlap(other, body)))
      context.addIssue({ code: 'custom', path: ['user_id'], message: alreadyDelegated })
  })

/** Error for a user whose delegation overlaps the new one (console.md §8). */
export const alreadyDelegated = 'Usuário já foi delegado para essa empresa.'

interface Period {
  begin_date: string
  end_date: string | null
}

/** Returns whether an existing delegation (instants) and a new one (days) share a day. A null end is open-ended. */
function overlap(existing: Period, added: Period): boolean {
  const ends = existing.end_date === null ? undefined : dayOf(new Date(existing.end_date))
  const begins = dayOf(new Date(existing.begin_date))
  const addedIsBefore = added.end_date !== null && added.end_date < begins
  const addedIsAfter = ends !== undefined && ends < added.begin_date
  return !addedIsBefore && !addedIsAfter
}

/** Returns the end of the day in UTC, the format of console.md §5; empty if no day is selected. */
const sentDay = (day: string): string => (day === '' ? '' : `${day}T23:59:59.999Z`)

/** Converts the form values to the request body. */
export const delegationBody = (
  { user_id, profiles, begin_date, end_date }: DelegationValues,
  company_id: number,
) => ({
  user_id: Number(user_id),
  company_id,
  begin_date: sentDay(begin_date),
  end_date: end_date === '' ? null : sentDay(end_date),
  profiles: profiles.map(Number),
})
