import { useMemo, useState } from 'react'
import type { UserProfile } from '../../contract/user-profiles.ts'
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
import { describeEffectOnUser } from './describe-effect-on-user.ts'
import { seatsAfter } from './seat-choice.ts'
import {
  bodyOf,
  changesOf,
  differencesOf,
  rowsOf,
  type Chosen,
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

  const rows = useMemo(() => (record ? rowsOf(record.offers, record.held) : []), [record])
  const differences = differencesOf(rows, chosen)
  const changed = differences.length > 0
  const seats = seatsAfter(rows, chosen, record?.offers.seats ?? [])

  const save = useRecordAction({
    write: async () => {
      const change = prepared(bodyOf(differences, userId))
      // If the server would refuse the save, the preview fails before the identity confirmation.
      const effect = await previewCall(change)
      const described = {
        describe: `Alterar os perfis de ${record?.offers.user.name ?? ''}`,
        changes: changesOf(differences),
        ...describeEffectOnUser(effect),
      }
      return callConfirmedAll(described, [change])
    },
    done: 'Perfis atualizados com sucesso!',
    showProblem: (problem) => {
      const gives = differences.some(({ given }) => given.length > 0)
      showRefusal(problem, userProfileRefusals(problem.code, gives))
    },
    onRefused: () => void reload(),
    leave,
  })
  const page = useChoicePage({ loading: record === undefined, changed, save, leave })

  return {
    user: record?.offers.user,
    rows,
    chosen,
    differences,
    seats,
    companies: record?.offers.companies ?? [],
    chooseAll: setChosen,
    choose: ({ id }: ProfileRow, values: readonly string[]) =>
      setChosen((before) => new Map(before).set(id, values)),
    page,
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
  given: UserProfile[]
}

type Operation = 'userProfileAdd' | 'userProfileRemove' | 'userProfileUpdate'

/** Returns the call that only takes, only gives, or does both. */
function prepared({ taken, given }: Body): PreparedCall<Operation> {
  if (given.length === 0) return prepare('userProfileRemove', { body: taken })
  if (taken.length === 0) return prepare('userProfileAdd', { body: given })
  return prepare('userProfileUpdate', { body: { taken, given } })
}
