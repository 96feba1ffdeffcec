import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { call } from '../api/api-client.ts'
import { RecordHistory } from '../form/record-history.tsx'
import { RecordPage } from '../form/record-page.tsx'
import { FieldsSkeleton } from '../form/record-parts.tsx'
import { useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { toAuditList, toUserList, toUserRecord } from '../paths.ts'
import { useAllowedActions, useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { useOpens } from '../session-state/use-granted-paths.ts'
import { StateNotice } from './state-notice.tsx'
import { changesUser, useUserActs } from './use-user-acts.ts'
import { UserAccess } from './user-access.tsx'
import { UserFacts, UserFactsSkeleton } from './user-facts.tsx'
import { UserForm } from './user-form.tsx'
import { UserNote } from './user-note.tsx'
import { userRefusals } from './user-refusals.ts'
import { UserSecurity } from './user-security.tsx'
import { statusOf, UserStatusMark } from '../ui/user-status.tsx'
import type { User } from './user-values.ts'

const title = 'Edição de usuário'

/** Record of a user. Without `tab` the address opens the specified form (console.md §2; decision 70). */
export default function UserEdit(): ReactElement {
  const { id = 0, tab } = useSearch({ from: '/user-edit' })
  const read = () => readUser(id)
  const { record: user, unreadable } = useRecord(read)
  useLeaveUnreadable(unreadable, useBackToList(toUserList()), userRefusals(''))
  if (user) return <LoadedUser user={user} read={read} />
  return (
    <RecordPage
      title={title}
      name={undefined}
      tabs={[{ label: 'Resumo', target: toUserRecord(id), current: true }]}
      skeleton={tab === undefined ? <FieldsSkeleton fields={6} /> : <UserFactsSkeleton />}
    >
      {null}
    </RecordPage>
  )
}

async function readUser(id: number): Promise<User> {
  const params = { id: String(id) }
  const [user, of] = await Promise.all([
    call('userGet', { params }),
    call('companyListOfUser', { params }),
  ])
  return { ...user, ...of }
}

function LoadedUser({ user, read }: { user: User; read: () => Promise<User> }) {
  const { tab } = useSearch({ from: '/user-edit' })
  const { id, name, email, account_wide, support, status } = user
  const everyCompany = useSeesEveryCompany('/user-edit')
  const readsHistory = useOpens()(toAuditList().to)
  const updates = useAllowedActions('/user-edit')('update')
  // The fields of a deleted user are shown disabled (console.md §2); users who may not change the account see the facts
  // instead.
  const editing = tab === undefined && (status === 0 || changesUser(user, updates))
  const acts = useUserActs(user, { editing })
  /** Whether the signed-in user can read the whole account. */
  const whole = (account_wide || support.length > 0 || everyCompany) && status === 1
  return (
    <RecordPage
      title={title}
      name={name}
      detail={email}
      status={<UserStatusMark status={statusOf(user)} />}
      acts={acts}
      notice={
        <>
          <StateNotice user={user} whole={whole} />
          <UserNote user={user} />
        </>
      }
      tabs={[
        {
          label: 'Resumo',
          target: toUserRecord(id),
          current: tab === undefined || tab === 'summary',
        },
        { label: 'Acessos', target: toUserRecord(id, 'access'), current: tab === 'access' },
        whole && {
          label: 'Segurança',
          target: toUserRecord(id, 'security'),
          current: tab === 'security',
        },
        readsHistory && {
          label: 'Histórico',
          target: toUserRecord(id, 'history'),
          current: tab === 'history',
        },
      ]}
      skeleton={null}
    >
      {editing && <UserForm user={user} read={read} />}
      {!editing && (tab ?? 'summary') === 'summary' && <UserFacts user={user} />}
      {tab === 'access' && <UserAccess user={user} />}
      {tab === 'security' && whole && <UserSecurity user={user} />}
      {tab === 'history' && readsHistory && <RecordHistory of="user" id={id} />}
    </RecordPage>
  )
}
