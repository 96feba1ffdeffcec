import { useMemo, useState } from 'react'
import type { GivenUserProfile, UserProfile } from '../../contract/user-profiles.ts'
import { call } from '../api/api-client.ts'
import { prepare, type PreparedCall } from '../api/api-request.ts'
import { previewCall } from '../confirm-identity/call-with-preview.ts'
import { callConfirmedAll } from '../confirm-identity/confirm-identity.ts'
import { showRefusal } from '../form/show-refusal.ts'
import { useChoicePage } from '../form/use-choice-page.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { toUserList } from '../paths.ts'
import {
  noPeriod,
  periodConsequence,
  refusedDays,
  type PeriodErrors,
  type PeriodValues,
} from '../assignment-periods/assignment-period.ts'
import { describeEffectOnUser } from './describe-effect-on-user.ts'
import { seatsAfter } from './seat-choice.ts'
import {
  bodyOf,
  changesOf,
  daysErrorsOf,
  differencesOf,
  rowsOf,
  type Chosen,
  type CopiedPeriods,
  type ProfileRow,
} from './user-profile-choice.ts'
import { userProfileRefusals } from './user-profile-refusals.ts'

/**
 * State of a user's profiles. A save is one call that takes profiles, gives profiles, or does both (decision 30). The
 * selection is stored separately from the loaded data, so that it survives a reload after a refusal.
 */
export function useUserProfiles(userId: number) {
  const { record, reload, unreadable } = useRecord(() => read(userId))
  const leave = useBackToList(toUserList())
  useLeaveUnreadable(unreadable, leave)
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [values, setValues] = useState<PeriodValues>(noPeriod)
  const [copied, setCopied] = useState<CopiedPeriods>(new Map())
  const [errors, setErrors] = useState<PeriodErrors>({})
  const [corrections, setCorrections] = useState(0)
  const period = { values, copied }

  const rows = useMemo(() => (record ? rowsOf(record.offers, record.held) : []), [record])
  const differences = differencesOf(rows, chosen)
  const changed = differences.length > 0
  const seats = seatsAfter(rows, chosen, record?.offers.seats ?? [])

  /** Shows the errors at their fields; returns whether there are any. */
  const showErrors = (found: PeriodErrors): boolean => {
    setErrors(found)
    const some = Object.keys(found).length > 0
    if (some) setCorrections((count) => count + 1)
    return some
  }

  const save = useRecordAction({
    write: async () => {
      const body = bodyOf(differences, userId, period)
      const change = prepared(body)
      // If the server would refuse the save, the preview fails before the identity confirmation.
      const effect = await previewCall(change)
      const { consequence, danger } = describeEffectOnUser(effect)
      const described = {
        describe: `Alterar os perfis de ${record?.offers.user.name ?? ''}`,
        changes: changesOf(differences, period),
        danger,
        consequence: [consequence, periodConsequence(body.given)].filter(Boolean).join(' '),
      }
      return callConfirmedAll(described, [change])
    },
    done: 'Perfis atualizados com sucesso!',
    showProblem: (problem) => {
      if (showErrors(refusedDays(problem.fields))) return
      const gives = differences.some(({ given }) => given.length > 0)
      showRefusal(problem, userProfileRefusals(problem.code, gives))
    },
    onRefused: () => void reload(),
    leave,
  })
  const page = useChoicePage({
    loading: record === undefined,
    changed,
    save: { ...save, start: () => showErrors(daysErrorsOf(differences, period)) || save.start() },
    leave,
  })

  return {
    user: record?.offers.user,
    rows,
    chosen,
    differences,
    seats,
    companies: record?.offers.companies ?? [],
    chooseAll: (all: Chosen, periods: CopiedPeriods) => {
      setChosen(all)
      setCopied(periods)
    },
    period: {
      values,
      copied,
      errors,
      set: (change: Partial<PeriodValues>) => {
        setErrors({})
        setValues((before) => ({ ...before, ...change }))
      },
    },
    reload: () => void reload(),
    choose: ({ id }: ProfileRow, pairs: readonly string[]) =>
      setChosen((before) => new Map(before).set(id, pairs)),
    page: { ...page, corrections },
  }
}

async function read(userId: number) {
  const params = { id: String(userId) }
  const [offers, held] = await Promise.all([
    call('userProfileOffers', { params, query: {} }),
    call('userProfileGet', { params }),
  ])
  return { offers, held }
}

interface Body {
  taken: UserProfile[]
  given: GivenUserProfile[]
}

type Operation = 'userProfileAdd' | 'userProfileRemove' | 'userProfileUpdate'

/** Returns the call that only takes, only gives, or does both. */
function prepared({ taken, given }: Body): PreparedCall<Operation> {
  if (given.length === 0) return prepare('userProfileRemove', { body: taken })
  if (taken.length === 0) return prepare('userProfileAdd', { body: given })
  return prepare('userProfileUpdate', { body: { taken, given } })
}
