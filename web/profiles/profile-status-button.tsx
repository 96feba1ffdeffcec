import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { redirectDelay, systemProfileIds } from '../../contract/constants.ts'
import type { Profile } from '../../contract/profiles.ts'
import { toProfileList } from '../paths.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { confirmAction } from '../ui/confirm-action.ts'
import { notify } from '../ui/notify.ts'
import { tellProfileProblem } from './profile-problem.ts'
import { profileBody, profileValues } from './profile-values.ts'

/** Deletes an active profile once asked, activates a deleted one, and goes back to the list (console.md §4). */
export function ProfileStatusButton({ profile }: { profile: Profile }) {
  const allows = useAllowedActions('/profile-edit')
  const leave = useBackToList(toProfileList())
  const queryClient = useQueryClient()
  const { id, name, accredit_id, version } = profile
  const active = profile.status === 1
  const change = useMutation({
    mutationFn: () =>
      callConfirmed(
        active ? `Excluir o perfil ${name}` : `Ativar o perfil ${name}`,
        'profileUpdate',
        {
          params: { id: String(id) },
          body: {
            ...profileBody(profileValues(profile)),
            status: active ? 0 : 1,
            accredit_id,
            version,
          },
        },
      ),
    onSuccess: () => {
      queryClient.removeQueries({ type: 'inactive' })
      notify.success(active ? 'Perfil excluído com sucesso!' : 'Perfil ativado com sucesso!')
    },
    onError: (error) => tellProfileProblem(error, 'Erro ao atualizar o status do perfil!'),
  })
  useEffect(() => {
    if (!change.isSuccess) return undefined
    const timer = setTimeout(leave, redirectDelay)
    return () => clearTimeout(timer)
  }, [change.isSuccess, leave])

  const remove = async () => {
    if (await confirmAction('Deseja realmente excluir este Perfil?')) change.mutate()
  }
  const loading = change.isPending || change.isSuccess
  if (!active)
    return (
      allows('activate') && (
        <Button loading={loading} onClick={() => change.mutate()}>
          Ativar perfil
        </Button>
      )
    )
  return (
    allows('delete') &&
    !systemProfileIds.some((system) => system === id) && (
      <Button variant="default" loading={loading} onClick={() => void remove()}>
        Excluir perfil
      </Button>
    )
  )
}
