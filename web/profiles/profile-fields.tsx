import { Checkbox, TextInput } from '@mantine/core'
import { profileNameMax, type Profile } from '../../contract/profiles.ts'
import { useActiveServices } from '../services/use-active-services.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { ChoiceSelect } from '../ui/choice-select.tsx'
import type { ProfileValues } from './profile-values.ts'

interface ProfileFieldsProps {
  form: RecordForm<Profile, ProfileValues>
}

/** The fields that creating and editing a profile share (console.md §2). */
export function ProfileFields({ form }: ProfileFieldsProps) {
  const { values, errors, set } = form
  const administrator = useIsAdministrator()
  const { services, modules } = useChoices(form)
  const serviceOf = (module_id: string) =>
    modules.find(({ value }) => value === module_id)?.service_id ?? values.service_id
  return (
    <>
      <TextInput label="Nome" required maxLength={profileNameMax} {...form.text('name')} />
      <ChoiceSelect
        label="Serviço"
        nothingFound="Nenhum serviço encontrado."
        data={services}
        value={values.service_id}
        error={values.service_id === '' && errors.module_id}
        // A module of the service that was chosen before can't stay chosen.
        onChoose={(service_id) => set({ service_id, module_id: '' })}
      />
      <ChoiceSelect
        label="Módulo"
        nothingFound="Nenhum módulo encontrado."
        data={modules.filter(
          ({ service_id }) => values.service_id === '' || service_id === values.service_id,
        )}
        value={values.module_id}
        error={errors.module_id}
        onChoose={(module_id) => set({ module_id, service_id: serviceOf(module_id) })}
      />
      {administrator && (
        <>
          <Checkbox
            wrapperProps={{ 'data-wide': true }}
            label="Exibir para empresas"
            {...form.check('accredited_enable')}
          />
          <Checkbox
            wrapperProps={{ 'data-wide': true }}
            label="Perfil master"
            description="Quem o possui em uma empresa a administra. Só para perfis da Gestão de Acesso."
            {...form.check('master_profile')}
          />
        </>
      )}
    </>
  )
}

/** The active services and modules to choose from, and those of the profile itself even where they are inactive. */
function useChoices({ record }: ProfileFieldsProps['form']) {
  const active = useActiveServices()
  const services = active.map(({ id, name }) => ({ value: String(id), label: name }))
  const modules = active.flatMap((service) =>
    service.modules.map(({ id, name }) => ({
      value: String(id),
      label: name,
      service_id: String(service.id),
    })),
  )
  if (record) {
    const { id, name, Service } = record.module
    const [value, service_id] = [String(id), String(Service.id)]
    if (!services.some((choice) => choice.value === service_id))
      services.push({ value: service_id, label: Service.name })
    if (!modules.some((choice) => choice.value === value))
      modules.push({ value, label: name, service_id })
  }
  return { services, modules }
}
