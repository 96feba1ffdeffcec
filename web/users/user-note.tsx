import type { ReactNode } from 'react'
import { problems } from '../../contract/problems.ts'
import { RecordNotice } from '../form/record-parts.tsx'
import {
  useAllowedActions,
  useHoldsOnlyByDelegation,
} from '../session-state/use-allowed-actions.ts'
import type { User } from './user-values.ts'

/** Explains why some actions are not available for this user. */
export function UserNote({ user }: { user: User }): ReactNode {
  const isDelegatedOnly = useHoldsOnlyByDelegation()
  const allows = useAllowedActions('/user-edit')
  const comesBack = user.status === 0 ? 'activate' : 'block'
  const note =
    user.account_wide &&
    (user.status === 0 || user.suspended === 1) &&
    isDelegatedOnly({ screen: '/user-edit', action: comesBack })
      ? problems['delegation-grants-nothing'].message
      : noteOf(user, allows)
  return note !== undefined && <RecordNotice>{note}</RecordNotice>
}

function noteOf(
  { account_wide, support, beyond_own, own, status }: User,
  allows: (action: 'update' | 'block' | 'delete') => boolean,
): string | undefined {
  if (!account_wide && support.length === 0) return problems['user-of-other-companies'].message
  if (status === 0) return undefined
  if (beyond_own && (allows('update') || allows('block') || allows('delete')))
    return problems['account-beyond-own'].message
  if (own) return 'Esta é a sua conta: ninguém bloqueia nem exclui a si mesmo.'
  return undefined
}
