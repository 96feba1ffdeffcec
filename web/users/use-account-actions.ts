import { useQueryClient } from '@tanstack/react-query'
import { queriesOf } from '../api/query-of.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { toUserList } from '../paths.ts'
import { userRefusals } from './user-refusals.ts'
import type { User } from './user-values.ts'

/**
 * Actions on an account as a whole. After each, the screen returns to the list in its previous state (console.md §4).
 */
export function useAccountActions({ id, name, email, reset_keeps_password }: User) {
  const queries = useQueryClient()
  const leave = useBackToList(toUserList())
  const block = useRecordAction({
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
    leave,
  })
  const unblock = useRecordAction({
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
    leave,
  })
  const remove = useRecordAction({
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
    leave,
  })
  const activate = useRecordAction({
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

const blocked =
  'As sessões do usuário terminam na mesma hora, e ele não entra até ser desbloqueado.'
const deleted =
  'As sessões do usuário terminam na mesma hora. Os perfis ficam guardados e voltam se ele for ativado.'
