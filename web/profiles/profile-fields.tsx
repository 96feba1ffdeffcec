import { Checkbox, TextInput } from '@mantine/core'
import type { Profile } from '../../contract/profiles.ts'
import { useGrantableServices } from '../catalogue/use-active-services.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { ChoiceSelect } from '../ui/choice-select.tsx'
import { profileChoices } from './profile-choices.ts'
import type { ProfileValues } from './profile-values.ts'

interface ProfileFieldsProps {
  form: RecordForm<Profile, ProfileValues>
}

/** Form fields shared by creating and updating a profile (console.md §2). */
export function ProfileFields({ form }: ProfileFieldsProps) {
  const { values, errors, set } = form
  const administrator = useIsAdministrator()
  const { module_id: modules } = profileChoices(useGrantableServices(), form.record)
  const serviceOf = (module_id: string) =>
    modules.find(({ value }) => value === module_id)?.service_id ?? values.service_id
  return (
    <>
      <TextInput {...form.text('name')} />
      <ChoiceSelect
        nothingFound="Nenhum serviço encontrado."
        {...form.choice('service_id')}
        error={values.service_id === '' && errors.module_id}
        // Clear the module, which belongs to the previous service.
        onChoose={(service_id) => set({ service_id, module_id: '' })}
      />
      <ChoiceSelect
        nothingFound="Nenhum módulo encontrado."
        {...form.choice('module_id')}
        data={modules.filter(
          ({ service_id }) => values.service_id === '' || service_id === values.service_id,
        )}
        onChoose={(module_id) => set({ module_id, service_id: serviceOf(module_id) })}
      />
      <TextInput
        inputMode="numeric"
        placeholder="Sem máximo"
        {...form.text('assignment_days_max')}
      />
      {administrator && (
        <>
          <Checkbox {...form.check('accredited_enable')} />
          <Checkbox
            description="Quem o possui em uma empresa a administra. Só para perfis da Gestão de Acesso."
            {...form.check('master_profile')}
          />
        </>
      )}
    </>
  )
}
