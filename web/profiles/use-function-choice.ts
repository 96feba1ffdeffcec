import { useMemo, useState } from 'react'
import { toProfileList } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { prepare } from '../api/api-request.ts'
import { callAllWithPreview } from '../confirm-identity/call-with-preview.ts'
import { useChoicePage } from '../form/use-choice-page.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import {
  changesOf,
  differences,
  heldIds,
  noTicks,
  tickedIds,
  type Ticks,
} from './function-choice.ts'
import { changeRefusals } from './profile-problem.ts'

/**
 * State of a profile's functions and actions, saved by two parallel calls: additions and removals (console.md §7). The
 * ticks are stored separately from the data read, so that they survive a reload after a refusal.
 */
export function useFunctionChoice(profileId: number) {
  const { record, reload, unreadable } = useRecord(() => read(profileId))
  const leave = useBackToList(toProfileList())
  useLeaveUnreadable(unreadable, leave)
  const [ticks, setTicks] = useState<Ticks>(noTicks)

  const choices = record?.choices.functions ?? []
  const held = useMemo(
    () => heldIds(record?.held ?? { profile_id: profileId, functions: [] }),
    [record, profileId],
  )
  const ticked = tickedIds(choices, held, ticks)
  const { added, removed } = differences(held, ticked)
  const changed = [added, removed].filter(isSomething).length > 0

  const save = useRecordAction({
    write: () => {
      const name = record?.choices.profile.name ?? ''
      const body = { profile_id: profileId }
      const changes = changesOf(choices, { added, removed })
      const described = { describe: `Alterar as funções do perfil ${name}`, changes }
      return callAllWithPreview(described, [
        ...(isSomething(added)
          ? [prepare('functionActionAdd', { body: { ...body, ...added } })]
          : []),
        ...(isSomething(removed)
          ? [prepare('functionActionRemove', { body: { ...body, ...removed } })]
          : []),
      ])
    },
    done: 'Perfil atualizado com sucesso!',
    refusals: changeRefusals('Erro ao cadastrar perfil!'),
    // One of the two calls may have succeeded, so reload; the next save sends only the rest.
    onRefused: () => void reload(),
    leave,
  })
  const page = useChoicePage({ loading: record === undefined, changed, save, leave })

  return {
    record: record?.choices,
    choices,
    held,
    ticked,
    setTicks,
    page,
  }
}

const isSomething = ({ function_id, action_id }: { function_id: number[]; action_id: number[] }) =>
  function_id.length + action_id.length > 0

async function read(profileId: number) {
  const id = String(profileId)
  const [choices, held] = await Promise.all([
    call('profileConsultModule', { params: { profileId: id } }),
    call('profileFunctionList', { params: { id } }),
  ])
  return { choices, held }
}
