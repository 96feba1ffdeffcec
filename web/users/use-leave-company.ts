import { IconDoorExit } from '@tabler/icons-react'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import type { RecordAct } from '../form/record-acts.tsx'
import { useRecordAction } from '../form/use-record-action.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { toUserList } from '../paths.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useOwnCompany } from './use-own-company.ts'
import { userRefusals } from './user-refusals.ts'
import type { User } from './user-values.ts'

/**
 * Action that removes a user from the master user's company; false if it is not possible. Master users have no company
 * select, which could not remove the last company anyway ('Selecione pelo menos uma empresa!').
 */
export function useLeaveCompany({
  id,
  name,
  own,
  beyond_own,
  status,
  companies,
}: User): RecordAct | false {
  const allows = useAllowedActions('/user-edit')
  const company = useOwnCompany()
  const leave = useBackToList(toUserList())
  const consequence = `O usuário perde os perfis e as delegações que tem em ${company?.name}, e sai da sua lista.`
  const unlink = useRecordAction({
    write: (company_id: number) =>
      callWithPreview(
        {
          question: 'Deseja realmente desvincular este usuário da empresa?',
          describe: `Desvincular o usuário ${name} de ${company?.name}`,
          consequence,
          danger: true,
        },
        'companyUserUnlink',
        { body: { company_id: [company_id], user_id: id } },
      ),
    done: 'Usuário desvinculado com sucesso!',
    refusals: userRefusals('Erro ao desvincular usuário!'),
    leave,
  })
  const linked = company !== undefined && companies.some((each) => each.id === company.id)
  return (
    linked &&
    !own &&
    !beyond_own &&
    status === 1 &&
    allows('update') && {
      label: 'Desvincular da empresa',
      icon: IconDoorExit,
      danger: true,
      busy: unlink.busy,
      onPress: () => unlink.start(company.id),
    }
  )
}
