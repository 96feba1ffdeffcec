import { StatusMark } from './status-mark.tsx'

/** Labels of the status codes, in display order (console.md §2). */
export const userStatuses = [
  { value: 2, label: 'Ativo' },
  { value: 3, label: 'Bloqueado' },
  { value: 1, label: 'Excluído' },
] as const

type UserStatus = (typeof userStatuses)[number]['value']

/** Returns the status of a user: Excluído if deleted, blocked or not; Bloqueado if suspended; else Ativo. */
export const statusOf = (user: { status: 0 | 1; suspended: 0 | 1 }): UserStatus => {
  if (user.status === 0) return 1
  return user.suspended === 1 ? 3 : 2
}

/** Status label of a user. A blocked user differs from a deleted one in colour, too. */
export function UserStatusMark({ status }: { status: UserStatus }) {
  const label = userStatuses.find(({ value }) => value === status)?.label ?? ''
  return (
    <StatusMark on={status === 2} late={status === 3}>
      {label}
    </StatusMark>
  )
}
