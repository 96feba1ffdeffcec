import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { profiles } from '../../contract/profiles.ts'
import { HistoryLink } from '../links/history-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toProfileEditFunction, toProfileList } from '../paths.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'
import { call } from '../api/api-client.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { FormPage } from '../ui/form-page.tsx'
import { DeletedNote } from './deleted-note.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { changeRefusals } from './profile-problem.ts'
import { ProfileStatusButton } from './profile-status-button.tsx'
import { useGrantableServices } from '../catalogue/use-active-services.ts'
import { profileChoices } from './profile-choices.ts'
import { useProfileOwner } from './use-profile-owner.ts'
import { profileBody, profileLabels, profileValues } from './profile-values.ts'

/** Form that updates, deletes and reactivates a profile (console.md §2, §4). */
export default function ProfileEdit(): ReactElement {
  const { id = 0 } = useSearch({ from: '/profile-edit' })
  const params = { id: String(id) }
  const services = useGrantableServices()
  const administrator = useIsAdministrator()
  const maker = useProfileOwner()
  const form = useRecordForm({
    kind: 'profile',
    list: toProfileList,
    read: () => call('profileGet', { params }),
    values: profileValues,
    labels: profileLabels,
    choices: (profile) => profileChoices(services, profile),
    schema: profiles.profileUpdate.body,
    body: (values, profile) => ({
      ...profileBody(values),
      status: profile?.status ?? 1,
      accredit_id: profile?.accredit_id,
      version: profile?.version,
    }),
    unchanged: 'Nenhum dado foi alterado!',
    save: (body, changes, profile) =>
      callWithPreview(
        { describe: `Atualizar o perfil ${profile?.name ?? body.name}`, changes },
        'profileUpdate',
        {
          params,
          body,
        },
      ),
    saved: 'Perfil atualizado com sucesso!',
    refusals: changeRefusals('Erro ao cadastrar perfil!'),
  })
  const { record: profile } = form
  const { onSave, ...page } = form.page
  const deleted = profile?.status === 0
  const writable = administrator || profile?.accredit_id === maker
  return (
    <FormPage
      title="Edição de perfil"
      subject={profile && `Perfil: ${profile.name}`}
      actions={
        profile && (
          <>
            {writable && !deleted && (
              <RelatedLink {...toProfileEditFunction(id)}>Funções</RelatedLink>
            )}
            <HistoryLink of="profile" id={id} />
            {writable && <ProfileStatusButton profile={profile} />}
          </>
        )
      }
      {...page}
      {...(!deleted && writable && onSave && { onSave })}
    >
      {deleted ? <DeletedNote /> : <ProfileFields form={form} />}
    </FormPage>
  )
}
