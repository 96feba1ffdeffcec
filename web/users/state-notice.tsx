import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatInstant } from '../../contract/shown.ts'
import { RecordNotice } from '../form/record-parts.tsx'
import {
  useAllowedActions,
  useHoldsOnlyByDelegation,
} from '../session-state/use-allowed-actions.ts'
import { InvitationNotice } from './invitation-notice.tsx'
import { useAccountActions } from './use-account-actions.ts'
import { statusOf } from '../ui/user-status.tsx'
import type { User } from './user-values.ts'

/**
 * Notice about a user who is blocked, deleted or only invited, with the button that ends this state (console.md §2,
 * §4).
 */
export function StateNotice({ user, whole }: { user: User; whole: boolean }): ReactNode {
  const state = statusOf(user)
  if (state === 3) return <BlockedNotice user={user} />
  if (state === 1) return <DeletedNotice user={user} />
  return whole && user.invitation && <InvitationNotice user={user} />
}

function BlockedNotice({ user }: { user: User }) {
  const { unblock } = useAccountActions(user)
  return (
    <RecordNotice
      tone="danger"
      action={
        useMayEnd(user, 'block') && (
          <Button loading={unblock.busy} onClick={() => unblock.start()}>
            Desbloquear usuário
          </Button>
        )
      }
    >
      Este usuário está bloqueado: ele não entra até ser desbloqueado.{' '}
      {sinceWords('Bloqueado', user)}
    </RecordNotice>
  )
}

function DeletedNotice({ user }: { user: User }) {
  const { activate } = useAccountActions(user)
  const activates = useMayEnd(user, 'activate')
  return (
    <RecordNotice
      tone="danger"
      action={
        activates && (
          <Button loading={activate.busy} onClick={() => activate.start()}>
            Ativar usuário
          </Button>
        )
      }
    >
      {activates
        ? 'Este usuário está excluído. Ative-o para voltar a alterá-lo.'
        : 'Este usuário está excluído.'}{' '}
      {sinceWords('Excluído', user)}
    </RecordNotice>
  )
}

/**
 * Says since when the user is in this state, and, if known, which user did it: 'Bloqueado por Ana Lima em 12/03/2026
 * 10:31:00.'
 */
function sinceWords(state: 'Bloqueado' | 'Excluído', { state_since }: User): string {
  if (!state_since) return ''
  const at = formatInstant(state_since.at)
  return state_since.by === null ? `${state} em ${at}.` : `${state} por ${state_since.by} em ${at}.`
}

/** Whether the signed-in user may end the state; not under a delegation, because it grants rights (decision 52). */
function useMayEnd({ account_wide }: User, action: 'block' | 'activate'): boolean {
  const allows = useAllowedActions('/user-edit')
  const isDelegatedOnly = useHoldsOnlyByDelegation()
  return account_wide && allows(action) && !isDelegatedOnly({ screen: '/user-edit', action })
}
