import { Button } from '@mantine/core'
import {
  useAllowedActions,
  useHoldsOnlyByDelegation,
} from '../session-state/use-allowed-actions.ts'
import { dangerOutlined } from '../ui/danger.ts'
import { LeaveCompanyButton } from './leave-company-button.tsx'
import { useAccountActions } from './use-account-actions.ts'
import { statusOf } from './user-status.tsx'
import type { User } from './user-values.ts'

/** Buttons of the user form, depending on the account's state and the signed-in user's rights (console.md §2, §4). */
export function UserButtons({ user }: { user: User }) {
  const { account_wide, support, beyond_own, own, federated, status } = user
  const isDelegatedOnly = useHoldsOnlyByDelegation()
  const granted = useAllowedActions('/user-edit')
  const allows: typeof granted = (action) => account_wide && granted(action)
  const { block, unblock, remove, activate, reset } = useAccountActions(user)
  const shown = statusOf(user)
  return (
    <>
      {shown === 2 &&
        !federated &&
        (allows('reset-password') || support.includes('reset-password')) && (
          <Button variant="default" loading={reset.busy} onClick={() => reset.start()}>
            Resetar senha
          </Button>
        )}
      {shown === 3 &&
        allows('block') &&
        !isDelegatedOnly({ screen: '/user-edit', action: 'block' }) && (
          <Button loading={unblock.busy} onClick={() => unblock.start()}>
            Desbloquear usuário
          </Button>
        )}
      {status === 0 &&
        allows('activate') &&
        !isDelegatedOnly({ screen: '/user-edit', action: 'activate' }) && (
          <Button loading={activate.busy} onClick={() => activate.start()}>
            Ativar usuário
          </Button>
        )}
      <LeaveCompanyButton user={user} />
      {shown === 2 && !own && !beyond_own && allows('block') && (
        <Button
          variant="default"
          className={dangerOutlined}
          loading={block.busy}
          onClick={() => block.start()}
        >
          Bloquear usuário
        </Button>
      )}
      {status === 1 && !own && !beyond_own && allows('delete') && (
        <Button
          variant="default"
          className={dangerOutlined}
          loading={remove.busy}
          onClick={() => remove.start()}
        >
          Excluir usuário
        </Button>
      )}
    </>
  )
}
