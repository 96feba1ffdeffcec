import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { redirectDelay } from '../../contract/constants.ts'
import { toProfileList } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { prepare } from '../api/api-request.ts'
import { callConfirmedAll } from '../confirm-identity/confirm-identity.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import { useUnsavedChanges } from '../form/use-unsaved-changes.ts'
import { notify } from '../ui/notify.ts'
import { differences, heldIds, noTicks, tickedIds, type Ticks } from './function-choice.ts'
import { tellProfileProblem } from './profile-problem.ts'

/**
 * The functions and actions of a profile, ticked and saved by their differences, in parallel (console.md §7). What a
 * person has ticked lies over what was read, so that reading again after a refusal loses none of it.
 */
export function useFunctionChoice(profileId: number) {
  const { record, reload, unreadable } = useRecord(() => read(profileId))
  const leave = useBackToList(toProfileList())
  useLeaveUnreadable(unreadable, leave)
  const queryClient = useQueryClient()
  const [ticks, setTicks] = useState<Ticks>(noTicks)

  const choices = record?.choices.functions ?? []
  const held = heldIds(record?.held ?? { profile_id: profileId, functions: [] })
  const ticked = tickedIds(choices, held, ticks)
  const { added, removed } = differences(held, ticked)
  const changed = [added, removed].filter(isSomething).length > 0

  const save = useMutation({
    mutationFn: () => {
      const name = record?.choices.profile.name ?? ''
      const body = { profile_id: profileId }
      return callConfirmedAll(`Alterar as funções do perfil ${name}`, [
        ...(isSomething(added)
          ? [prepare('functionActionAdd', { body: { ...body, ...added } })]
          : []),
        ...(isSomething(removed)
          ? [prepare('functionActionRemove', { body: { ...body, ...removed } })]
          : []),
      ])
    },
    onSuccess: () => {
      queryClient.removeQueries({ type: 'inactive' })
      notify.success('Perfil atualizado com sucesso!')
    },
    onError: (error) => {
      tellProfileProblem(error, 'Erro ao cadastrar perfil!')
      // One of the two may have gone through: the next save sends what is left.
      void reload()
    },
  })
  useUnsavedChanges(!save.isSuccess && changed)
  useEffect(() => {
    if (!save.isSuccess) return undefined
    const timer = setTimeout(leave, redirectDelay)
    return () => clearTimeout(timer)
  }, [save.isSuccess, leave])

  return {
    record: record?.choices,
    choices,
    ticked,
    setTicks,
    page: {
      loading: record === undefined,
      saving: save.isPending || save.isSuccess,
      corrections: 0,
      conflict: null,
      onSave: () => (changed ? save.mutate() : notify.warning('Nenhum dado foi alterado!')),
      onCancel: leave,
    },
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
