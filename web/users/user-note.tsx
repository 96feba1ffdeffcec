import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { problems } from '../../contract/problems.ts'
import {
  useAllowedActions,
  useHoldsOnlyByDelegation,
} from '../session-state/use-allowed-actions.ts'
import classes from './user-note.module.css'
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
  return (
    note !== undefined && (
      <div data-wide>
        <Alert
          className={classes['note'] ?? ''}
          icon={<IconInfoCircle size={18} stroke={1.8} aria-hidden="true" />}
        >
          {note}
        </Alert>
      </div>
    )
  )
}

function noteOf(
  { account_wide, support, beyond_own, own, status }: User,
  allows: (action: 'activate' | 'update' | 'block' | 'delete') => boolean,
): string | undefined {
  if (!account_wide && support.length === 0) return problems['user-of-other-companies'].message
  if (status === 0)
    return allows('activate')
      ? 'Este usuário está excluído. Ative-o para voltar a alterá-lo.'
      : 'Este usuário está excluído.'
  if (beyond_own && (allows('update') || allows('block') || allows('delete')))
    return problems['account-beyond-own'].message
  if (own) return 'Esta é a sua conta: ninguém bloqueia nem exclui a si mesmo.'
  return undefined
}
