import { Button } from '@mantine/core'
import { IconListCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Profile } from '../../contract/profiles.ts'
import { call } from '../api/api-client.ts'
import { DelegatedOnlyNote } from '../form/delegated-only-note.tsx'
import { RecordHistory } from '../form/record-history.tsx'
import { RecordPage } from '../form/record-page.tsx'
import { FieldsSkeleton, RecordNotice } from '../form/record-parts.tsx'
import { tabsOf } from '../form/tabs-of.ts'
import { useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import {
  toAuditList,
  toProfileEditFromRecord,
  toProfileEditFunction,
  toProfileList,
  toProfileRecord,
  toUserList,
} from '../paths.ts'
import { ActConflictPanel } from '../ui/conflict-panel.tsx'
import {
  useHoldsOnlyByDelegation,
  useIsAdministrator,
} from '../session-state/use-allowed-actions.ts'
import { useOpens } from '../session-state/use-granted-paths.ts'
import { deletedText } from './deleted-note.tsx'
import { ProfileFacts, ProfileFactsSkeleton, ProfileStatusMark } from './profile-facts.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileFunctions, useProfileFunctions } from './profile-functions.tsx'
import { ProfilePeople, useProfilePeople } from './profile-people.tsx'
import { useProfileOwner } from './use-profile-owner.ts'
import { useProfileStatus } from './use-profile-status.ts'

const title = 'Edição de perfil'

/** Record of a profile. Without `tab` the address opens the specified form (console.md §2; decision 70). */
export default function ProfileEdit(): ReactElement {
  const { id = 0, tab } = useSearch({ from: '/profile-edit' })
  const read = () => call('profileGet', { params: { id: String(id) } })
  const { record: profile, unreadable } = useRecord(read)
  useLeaveUnreadable(unreadable, useBackToList(toProfileList()))
  const parts = useProfileParts(id)
  if (profile) return <LoadedProfile profile={profile} read={read} parts={parts} />
  return (
    <RecordPage
      title={title}
      name={undefined}
      tabs={parts.tabs}
      skeleton={tab === undefined ? <FieldsSkeleton fields={5} /> : <ProfileFactsSkeleton />}
    >
      {null}
    </RecordPage>
  )
}

/** Tabs of a profile with the data that they share with their content. */
function useProfileParts(id: number) {
  const { tab } = useSearch({ from: '/profile-edit' })
  const opens = useOpens()
  const seesPeople = opens(toUserList().to)
  const seesFunctions = opens(toProfileEditFunction(id).to)
  const people = useProfilePeople(id, seesPeople)
  const functions = useProfileFunctions(id, seesFunctions)
  const { shown, tabs } = tabsOf(
    [
      { tab: 'summary', label: 'Resumo' },
      seesPeople && { tab: 'people', label: 'Pessoas', count: people.count },
      seesFunctions && {
        tab: 'functions',
        label: 'Funções e ações',
        count: functions.functions?.length,
      },
      opens(toAuditList().to) && { tab: 'history', label: 'Histórico' },
    ],
    tab,
    (each) => toProfileRecord(id, each),
  )
  return { people, functions, shown, tabs }
}

interface LoadedProfileProps {
  profile: Profile
  read: () => Promise<Profile>
  parts: ReturnType<typeof useProfileParts>
}

function LoadedProfile({ profile, read, parts }: LoadedProfileProps) {
  const { tab } = useSearch({ from: '/profile-edit' })
  const { id, name, module, status, accredit_id } = profile
  const administrator = useIsAdministrator()
  const maker = useProfileOwner()
  const { remove, activate, conflict } = useProfileStatus(profile, read)
  const delegatedOnly = useHoldsOnlyByDelegation()({ screen: '/profile-edit', action: 'activate' })
  const writable = administrator || accredit_id === maker
  const changes = writable && status === 1
  const editing = changes && tab === undefined
  const { people, functions, shown, tabs } = parts
  return (
    <RecordPage
      title={title}
      name={name}
      detail={`${module.Service.name} › ${module.name}`}
      status={<ProfileStatusMark status={status} />}
      notice={
        <>
          {conflict && <ActConflictPanel conflict={conflict} />}
          {status === 0 && (
            <RecordNotice
              tone="danger"
              action={
                writable &&
                activate && (
                  <Button loading={activate.busy} onClick={() => activate.start()}>
                    Ativar perfil
                  </Button>
                )
              }
            >
              {deletedText}
            </RecordNotice>
          )}
          {status === 0 && writable && delegatedOnly && <DelegatedOnlyNote />}
        </>
      }
      acts={[
        changes &&
          !editing && { label: 'Editar', icon: IconPencil, target: toProfileEditFromRecord(id) },
        changes && { label: 'Funções', icon: IconListCheck, target: toProfileEditFunction(id) },
        writable &&
          remove && {
            label: 'Excluir perfil',
            icon: IconTrash,
            danger: true,
            busy: remove.busy,
            onPress: () => remove.start(),
          },
      ]}
      tabs={tabs}
      skeleton={null}
    >
      {editing && <ProfileForm id={id} read={read} />}
      {!editing && shown === 'summary' && <ProfileFacts profile={profile} />}
      {shown === 'people' && <ProfilePeople people={people} />}
      {shown === 'functions' && (
        <ProfileFunctions profileId={id} state={functions} writable={changes} />
      )}
      {shown === 'history' && <RecordHistory of="profile" id={id} />}
    </RecordPage>
  )
}
