import type { ReactNode } from 'react'
import { profiles } from '../../contract/profiles.ts'
import { toProfileList } from '../paths.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { newRow } from '../list/created.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { DelegatedOnlyNote } from '../form/delegated-only-note.tsx'
import { useHoldsOnlyByDelegation } from '../session-state/use-allowed-actions.ts'
import { FormPage } from '../ui/form-page.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { creationRefusals } from './profile-problem.ts'
import { useGrantableServices } from '../catalogue/use-active-services.ts'
import { profileChoices } from './profile-choices.ts'
import { profileBody, profileLabels, profileValues } from './profile-values.ts'
import { useProfileOwner } from './use-profile-owner.ts'

/** Form that creates a profile of a module (console.md §2). */
export default function ProfileCreate(): ReactNode {
  const accredit_id = useProfileOwner()
  const services = useGrantableServices()
  const form = useRecordForm({
    list: toProfileList,
    read: null,
    values: profileValues,
    labels: profileLabels,
    choices: () => profileChoices(services, undefined),
    schema: profiles.profileCreate.body,
    body: (values) => ({ ...profileBody(values), accredit_id }),
    save: (body) => callConfirmed(`Cadastrar o perfil ${body.name}`, 'profileCreate', { body }),
    created: newRow,
    saved: 'Perfil cadastrado com sucesso!',
    refusals: creationRefusals,
  })
  const { onSave, ...page } = form.page
  const delegatedOnly = useHoldsOnlyByDelegation()({ screen: '/profile-create', action: 'create' })
  return (
    <FormPage title="Cadastro de perfil" {...page} {...(!delegatedOnly && onSave && { onSave })}>
      {delegatedOnly ? <DelegatedOnlyNote /> : <ProfileFields form={form} />}
    </FormPage>
  )
}
