import { IconBan, IconId, IconKey, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { RecordActList } from '../form/record-acts.tsx'
import {
  toTokenManagement,
  toUserEditFromRecord,
  toUserEditProfile,
  toUserRecord,
} from '../paths.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useAccountActions } from './use-account-actions.ts'
import { useLeaveCompany } from './use-leave-company.ts'
import { statusOf } from '../ui/user-status.tsx'
import type { User } from './user-values.ts'

interface UserActsOptions {
  /** True if the form is shown, so that it need not be offered. */
  editing: boolean
}

/**
 * Actions on a user, depending on the account's state and the signed-in user's rights (console.md §2, §4). Those that
 * end a state, such as 'Desbloquear usuário', are in the notice about it.
 */
export function useUserActs(user: User, { editing }: UserActsOptions): RecordActList {
  const { id, account_wide, support, beyond_own, own, federated, status } = user
  const granted = useAllowedActions('/user-edit')
  const allows: typeof granted = (action) => account_wide && granted(action)
  const { block, remove, reset } = useAccountActions(user)
  const leaveCompany = useLeaveCompany(user)
  const state = statusOf(user)
  const blocks = state === 2 && !own && !beyond_own && allows('block')
  useRequestedBlock(id, blocks, () => block.start())
  const resets = allows('reset-password') || support.includes('reset-password')
  return [
    !editing &&
      changesUser(user, granted('update')) && {
        label: 'Editar',
        icon: IconPencil,
        target: toUserEditFromRecord(id),
      },
    { label: 'Perfis', icon: IconId, target: toUserEditProfile(id) },
    state === 2 && { label: 'Tokens', icon: IconKey, target: toTokenManagement(id) },
    state === 2 &&
      !federated &&
      resets && {
        label: 'Resetar senha',
        icon: IconRefresh,
        busy: reset.busy,
        onPress: () => reset.start(),
      },
    leaveCompany,
    blocks && {
      label: 'Bloquear usuário',
      icon: IconBan,
      danger: true,
      busy: block.busy,
      onPress: () => block.start(),
    },
    status === 1 &&
      !own &&
      !beyond_own &&
      allows('delete') && {
        label: 'Excluir usuário',
        icon: IconTrash,
        danger: true,
        busy: remove.busy,
        onPress: () => remove.start(),
      },
  ]
}

/** Starts the block that the palette requested, once and only if it is offered. */
function useRequestedBlock(id: number, offered: boolean, start: () => void): void {
  const navigate = useNavigate()
  const requested = useLocation({ select: ({ state }) => state.act === 'block' })
  const begin = useEffectEvent(() => {
    // A reload or 'back' must not ask again.
    void navigate({ ...toUserRecord(id), replace: true })
    if (offered) start()
  })
  useEffect(() => {
    if (requested) begin()
  }, [requested])
}

/** Whether the form can change this user; `updates` is the signed-in user's right to update users. */
export const changesUser = ({ status, account_wide }: User, updates: boolean): boolean =>
  updates && status === 1 && account_wide
