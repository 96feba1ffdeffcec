import type { Profile } from '../../contract/profiles.ts'

/** Form values of a profile. */
export function profileValues(profile: Profile | undefined) {
  return {
    name: profile?.name ?? '',
    service_id: profile ? String(profile.module.Service.id) : '',
    module_id: profile ? String(profile.module_id) : '',
    accredited_enable: profile?.accredited_enable ?? false,
    master_profile: profile?.master_profile ?? false,
  }
}

/** Labels of the form fields. */
export const profileLabels = {
  name: 'Nome',
  service_id: 'Serviço',
  module_id: 'Módulo',
  accredited_enable: 'Exibir para empresas',
  master_profile: 'Perfil master',
}

export type ProfileValues = ReturnType<typeof profileValues>

/** Request body shared by creating and updating a profile. The service is implied by the module. */
export function profileBody({ name, module_id, accredited_enable, master_profile }: ProfileValues) {
  return {
    name,
    module_id: Number(module_id),
    profile_type_id: 1 as const,
    accredited_enable,
    master_profile,
  }
}
