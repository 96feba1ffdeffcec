import { useQueryClient } from '@tanstack/react-query'
import { queriesOf } from '../api/query-of.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { toUserList } from '../paths.ts'
import {
  useAllowedActions,
  useHoldsOnlyByDelegation,
} from '../session-state/use-allowed-actions.ts'
import { userRefusals } from './user-refusals.ts'
import type { User } from './user-values.ts'

/**
 * Actions on an account as a whole. After each, the screen returns to the list in its previous state (console.md §4).
 */
export function useAccountActions({ id, name, email, reset_keeps_password }: User) {
  const queries = useQueryClient()
  const leave = useBackToList(toUserList())
  const allows = useAllowedActions('/user-edit')
  const isDelegatedOnly = useHoldsOnlyByDelegation()
  const may = (action: 'block' | 'activate' | 'delete') =>
    allows(action) && !isDelegatedOnly({ screen: '/user-edit', action })
  const acts = writesOf({ id, name, email })
  const block = useRecordAction({
    ...acts.block,
    undo: () => may('block') && undoBy(acts.unblock, `Bloqueio de ${name}`),
    leave,
  })
  const unblock = useRecordAction({
    ...acts.unblock,
    undo: () => undoBy(acts.block, `Desbloqueio de ${name}`),
    leave,
  })
  const remove = useRecordAction({
    ...acts.remove,
    undo: () => may('activate') && undoBy(acts.activate, `Exclusão de ${name}`),
    leave,
  })
  const activate = useRecordAction({
    ...acts.activate,
    undo: () => may('delete') && undoBy(acts.remove, `Ativação de ${name}`),
    leave,
  })
  const reset = useRecordAction({
    write: () =>
      callConfirmed(
        {
          describe: `Resetar a senha do usuário ${name}`,
          consequence: reset_keeps_password
            ? `Uma senha temporária é enviada para ${email}. A senha atual e as sessões continuam valendo até que ela seja usada.`
            : `A senha atual deixa de valer, e uma senha temporária é enviada para ${email}.`,
          danger: true,
        },
        'userResetPassword',
        { body: { email } },
      ),
    done: 'Senha resetada com sucesso!',
    onDone: () => void queries.invalidateQueries(queriesOf('sessionListOfUser')),
    refusals: userRefusals('Erro ao resetar senha!'),
  })
  return { block, unblock, remove, activate, reset }
}

const undoBy = (
  { write, done, refusals }: ReturnType<typeof writesOf>['block'],
  message: string,
) => ({
  message,
  write,
  done,
  refusals,
  leadsTo: toUserList().to,
})

/** Writes on an account, in pairs of opposites: block and unblock, delete and activate. */
const writesOf = ({ id, name, email }: Pick<User, 'id' | 'name' | 'email'>) => ({
  block: {
    write: () =>
      callWithPreview(
        {
          question: 'Deseja mesmo bloquear o usuário selecionado?',
          describe: `Bloquear o usuário ${name}`,
          consequence: blocked,
          danger: true,
        },
        'userBlock',
        { body: { email, block: true } },
      ),
    done: 'Usuário bloqueado com sucesso!',
    refusals: userRefusals('Erro ao bloquear usuário!'),
  },
  unblock: {
    write: () =>
      callWithPreview(
        {
          question: 'Deseja mesmo desbloquear o usuário selecionado?',
          describe: `Desbloquear o usuário ${name}`,
        },
        'userBlock',
        { body: { email, block: false } },
      ),
    done: 'Usuário desbloqueado com sucesso!',
    refusals: userRefusals('Erro ao desbloquear usuário!'),
  },
  remove: {
    write: () =>
      callWithPreview(
        {
          question: 'Deseja realmente excluir este usuário?',
          describe: `Excluir o usuário ${name}`,
          consequence: deleted,
          danger: true,
        },
        'userDelete',
        { body: { email } },
      ),
    done: 'Usuário excluído com sucesso!',
    refusals: userRefusals('Erro ao desativar usuário!'),
  },
  activate: {
    write: () =>
      callWithPreview(
        {
          describe: `Ativar o usuário ${name}`,
          consequence:
            'O usuário volta com os perfis que tinha, e ocupa de novo as licenças deles.',
        },
        'userActivate',
        { body: { id } },
      ),
    done: 'Usuário ativado com sucesso!',
    refusals: userRefusals('Erro ao ativar usuário!'),
  },
})

const blocked =
  'As sessões do usuário terminam na mesma hora, e ele não entra até ser desbloqueado.'
const deleted =
  'As sessões do usuário terminam na mesma hora. Os perfis ficam guardados e voltam se ele for ativado.'
