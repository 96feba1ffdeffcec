import { systemProfileIds } from '../../contract/constants.ts'
import type { Profile } from '../../contract/profiles.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import type { Described } from '../confirm-identity/confirm-identity-request.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { toProfileList } from '../paths.ts'
import {
  useAllowedActions,
  useHoldsOnlyByDelegation,
} from '../session-state/use-allowed-actions.ts'
import { changeRefusals } from './profile-problem.ts'
import { profileBody, profileValues } from './profile-values.ts'

/**
 * Deletes an active profile after a question or activates a deleted one, then returns to the list (console.md §4). Each
 * is undefined if the user may not do it.
 */
export function useProfileStatus(profile: Profile) {
  const allows = useAllowedActions('/profile-edit')
  const isDelegatedOnly = useHoldsOnlyByDelegation()
  const leave = useBackToList(toProfileList())
  const { id, name, status: before, accredit_id, version } = profile
  const setStatus = (described: Described, status: 0 | 1) =>
    callWithPreview(described, 'profileUpdate', {
      params: { id: String(id) },
      body: { ...profileBody(profileValues(profile)), status, accredit_id, version },
    })
  const refusals = changeRefusals('Erro ao atualizar o status do perfil!')
  const remove = useRecordAction({
    write: () =>
      setStatus(
        {
          question: 'Deseja realmente excluir este Perfil?',
          describe: `Excluir o perfil ${name}`,
          consequence: deletionConsequence,
          danger: true,
        },
        0,
      ),
    done: 'Perfil excluído com sucesso!',
    refusals,
    leave,
  })
  const activate = useRecordAction({
    write: () => setStatus({ describe: `Ativar o perfil ${name}` }, 1),
    done: 'Perfil ativado com sucesso!',
    refusals,
    leave,
  })
  const mayActivate =
    before === 0 &&
    allows('activate') &&
    !isDelegatedOnly({ screen: '/profile-edit', action: 'activate' })
  const mayRemove =
    before === 1 && allows('delete') && !systemProfileIds.some((system) => system === id)
  return {
    activate: mayActivate ? activate : undefined,
    remove: mayRemove ? remove : undefined,
  }
}

const deletionConsequence =
  'Quem o possui perde o acesso que ele dá. As funções continuam guardadas e voltam se o perfil for ativado.'
