import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { DelegatedOnlyNote } from '../form/delegated-only-note.tsx'
import {
  useAllowedActions,
  useHoldsOnlyByDelegation,
} from '../session-state/use-allowed-actions.ts'
import { FormPage } from '../ui/form-page.tsx'
import { ProfileTable } from './profile-table.tsx'
import { useUserProfiles } from './use-user-profiles.ts'
import { WhyPanel } from './why-panel.tsx'

/** Screen with a user's profiles for companies and SPIDs (console.md §2). */
export default function UserEditProfile(): ReactElement {
  const { id = 0 } = useSearch({ from: '/user-edit-profile' })
  const writes = useAllowedActions('/user-edit-profile')('update')
  const delegatedOnly = useHoldsOnlyByDelegation()({
    screen: '/user-edit-profile',
    action: 'update',
  })
  const { user, page, ...choice } = useUserProfiles(id)
  const { onSave, ...rest } = page
  return (
    <>
      <FormPage
        title="Perfis do usuário"
        width="broad"
        subject={user ? `${user.name} · ${user.email}` : null}
        {...rest}
        {...(writes && { onSave })}
      >
        {delegatedOnly && <DelegatedOnlyNote />}
        {user && (
          <ProfileTable user={user} writes={writes} gives={writes && !delegatedOnly} {...choice} />
        )}
      </FormPage>
      {user && <WhyPanel userId={user.id} width="broad" />}
    </>
  )
}
