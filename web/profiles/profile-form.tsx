import { type Profile, profiles } from '../../contract/profiles.ts'
import { useGrantableServices } from '../catalogue/use-active-services.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { useFromRecord } from '../form/use-from-record.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { toProfileList, toProfileRecord } from '../paths.ts'
import { FormCard } from '../ui/form-page.tsx'
import { profileChoices } from './profile-choices.ts'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { changeRefusals } from './profile-problem.ts'
import { profileBody, profileLabels, profileValues } from './profile-values.ts'

interface ProfileFormProps {
  id: number
  read: () => Promise<Profile>
}

/** Form that updates a profile (console.md §2). */
export function ProfileForm({ id, read }: ProfileFormProps) {
  const services = useGrantableServices()
  const fromRecord = useFromRecord()
  const form = useRecordForm({
    kind: 'profile',
    list: () => (fromRecord ? toProfileRecord(id) : toProfileList()),
    read,
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
        { params: { id: String(id) }, body },
      ),
    saved: 'Perfil atualizado com sucesso!',
    refusals: changeRefusals('Erro ao cadastrar perfil!'),
  })
  const { record: profile } = form
  return (
    <FormCard {...form.page} printed={profile && <ProfileFacts profile={profile} />}>
      <ProfileFields form={form} />
    </FormCard>
  )
}
