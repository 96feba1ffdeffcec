import { StatusMark } from '../ui/status-mark.tsx'

/** What the codes of a person's status are called, in the order in which they are offered (console.md §2). */
export const userStatuses = [
  { value: 2, label: 'Ativo' },
  { value: 3, label: 'Bloqueado' },
  { value: 1, label: 'Excluído' },
] as const

type UserStatus = (typeof userStatuses)[number]['value']

/** The status of a person: Bloqueado when suspended, Excluído when deleted, blocked or not, else Ativo. */
export const statusOf = (user: { status: 0 | 1; suspended: 0 | 1 }): UserStatus => {
  if (user.status === 0) return 1
  return user.suspended === 1 ? 3 : 2
}

/** The status of a person in words. */
export function UserStatusMark({ status }: { status: UserStatus }) {
  const label = userStatuses.find(({ value }) => value === status)?.label ?? ''
  return <StatusMark on={status === 2}>{label}</StatusMark>
}
