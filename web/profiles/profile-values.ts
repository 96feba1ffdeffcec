import type { Profile } from '../../contract/profiles.ts'
import { termOf } from '../form/term-of.ts'

/** Form values of a profile. */
export function profileValues(profile: Profile | undefined) {
  return {
    name: profile?.name ?? '',
    service_id: profile ? String(profile.module.Service.id) : '',
    module_id: profile ? String(profile.module_id) : '',
    assignment_days_max: String(profile?.assignment_days_max ?? ''),
    accredited_enable: profile?.accredited_enable ?? false,
    master_profile: profile?.master_profile ?? false,
  }
}

/** Labels of the form fields. */
export const profileLabels = {
  name: 'Nome',
  service_id: 'Serviço',
  module_id: 'Módulo',
  assignment_days_max: 'Prazo máximo, em dias',
  accredited_enable: 'Exibir para empresas',
  master_profile: 'Perfil master',
}

export type ProfileValues = ReturnType<typeof profileValues>

/** Request body shared by creating and updating a profile. The service is implied by the module. */
export function profileBody(values: ProfileValues) {
  const { name, module_id, accredited_enable, master_profile } = values
  return {
    name,
    module_id: Number(module_id),
    profile_type_id: 1 as const,
    assignment_days_max: termOf(values.assignment_days_max),
    accredited_enable,
    master_profile,
  }
}
