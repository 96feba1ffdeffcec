import { systemProfileIds } from '../../contract/constants.ts'
import type { Profile } from '../../contract/profiles.ts'
import type { ApiProblem } from '../api/api-problem.ts'
import { useGrantableServices } from '../catalogue/use-active-services.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import type { Described } from '../confirm-identity/confirm-identity-request.ts'
import { showRefusal } from '../form/show-refusal.ts'
import { useConflict } from '../form/use-conflict.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useRecord } from '../form/use-record.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { toProfileList } from '../paths.ts'
import {
  useAllowedActions,
  useHoldsOnlyByDelegation,
} from '../session-state/use-allowed-actions.ts'
import { statusLabel } from '../ui/status-select.tsx'
import { profileChoices } from './profile-choices.ts'
import { changeRefusals } from './profile-problem.ts'
import { profileBody, profileLabels, profileValues } from './profile-values.ts'

/**
 * Deletes an active profile after a question or activates a deleted one, then returns to the list (console.md §4). Each
 * is undefined if the user may not do it. `conflict` is a save by another user that has prevented it (decision 71).
 */
export function useProfileStatus(profile: Profile, read: () => Promise<Profile>) {
  const allows = useAllowedActions('/profile-edit')
  const isDelegatedOnly = useHoldsOnlyByDelegation()
  const leave = useBackToList(toProfileList())
  const { id, name, status: before } = profile
  const may = (action: 'activate' | 'delete') =>
    allows(action) && !isDelegatedOnly({ screen: '/profile-edit', action })
  const undoBy = ({ write, done }: typeof deletion, message: string, saved: Profile) => ({
    message,
    write: () => write(saved),
    done,
    refusals,
    leadsTo: toProfileList().to,
  })
  const { record, reading, reload } = useRecord(read)
  const services = useGrantableServices()
  const { conflict, onConflict } = useConflict({
    kind: 'profile',
    record,
    reload,
    reading,
    values: (of) => ({ ...profileValues(of), active: of?.status === 1 }),
    typed: {},
    labels: { ...profileLabels, active: statusLabel },
    choices: (of) => profileChoices(services, of),
    act: true,
  })
  const showProblem = (problem: ApiProblem) => {
    if (problem.code === 'changed-meanwhile') onConflict(problem.httpMessage)
    else showRefusal(problem, refusals)
  }
  const remove = useRecordAction({
    write: () => deletion.write(profile),
    done: deletion.done,
    undo: (saved) => may('activate') && undoBy(activation, `Exclusão do perfil ${name}`, saved),
    showProblem,
    leave,
  })
  const activate = useRecordAction({
    write: () => activation.write(profile),
    done: activation.done,
    undo: (saved) => may('delete') && undoBy(deletion, `Ativação do perfil ${name}`, saved),
    showProblem,
    leave,
  })
  const mayActivate = before === 0 && may('activate')
  const mayRemove =
    before === 1 && allows('delete') && !systemProfileIds.some((system) => system === id)
  return {
    conflict,
    activate: mayActivate ? activate : undefined,
    remove: mayRemove ? remove : undefined,
  }
}

const refusals = changeRefusals('Erro ao atualizar o status do perfil!')

/** Saves the status with the version of the profile, so that the change of another user is not overwritten. */
const setStatus = (described: Described, profile: Profile, status: 0 | 1) =>
  callWithPreview(described, 'profileUpdate', {
    params: { id: String(profile.id) },
    body: {
      ...profileBody(profileValues(profile)),
      status,
      accredit_id: profile.accredit_id,
      version: profile.version,
    },
  })

const deletionConsequence =
  'Quem o possui perde o acesso que ele dá. As funções continuam guardadas e voltam se o perfil for ativado.'

const deletion = {
  write: (profile: Profile) =>
    setStatus(
      {
        question: 'Deseja realmente excluir este Perfil?',
        describe: `Excluir o perfil ${profile.name}`,
        consequence: deletionConsequence,
        danger: true,
      },
      profile,
      0,
    ),
  done: 'Perfil excluído com sucesso!',
}

const activation = {
  write: (profile: Profile) =>
    setStatus({ describe: `Ativar o perfil ${profile.name}` }, profile, 1),
  done: 'Perfil ativado com sucesso!',
}
