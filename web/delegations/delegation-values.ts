import { dayOf } from '../../contract/days.ts'
import { delegations, wrongDays } from '../../contract/delegations.ts'
import type { Delegable } from './use-delegable.ts'

export const delegationLabels = {
  user_id: 'Usuário',
  profiles: { label: 'Perfis', one: 'perfil', many: 'perfis' },
  begin_date: 'Data de início',
  end_date: 'Data de fim',
}

/** What the fields hold, days as YYYY-MM-DD; to begin with nothing, but of one profile that may be lent that one. */
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

/** The day that it is in São Paulo by the clock of the browser; the server asks its own. */
export const today = (): string => dayOf(new Date())

/** The rules of the contract, and of dates those that depend on today. */
export const delegationSchema = delegations.delegationCreate.body.superRefine((body, context) => {
  for (const [field, message] of Object.entries(wrongDays(body, today())))
    context.addIssue({ code: 'custom', path: [field], message })
})

/** The end of a day in UTC, as console.md §5 has days sent; empty where none was chosen. */
const sentDay = (day: string): string => (day === '' ? '' : `${day}T23:59:59.999Z`)

/** The fields as they are sent. */
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
