import type { Profile } from '../../contract/profiles.ts'

/** What the fields of a profile hold. */
export function profileValues(profile: Profile | undefined) {
  return {
    name: profile?.name ?? '',
    service_id: profile ? String(profile.module.Service.id) : '',
    module_id: profile ? String(profile.module_id) : '',
    accredited_enable: profile?.accredited_enable ?? false,
    master_profile: profile?.master_profile ?? false,
  }
}

/** What stands beside the fields of a profile. */
export const profileLabels = {
  name: 'Nome',
  service_id: 'Serviço',
  module_id: 'Módulo',
  accredited_enable: 'Exibir para empresas',
  master_profile: 'Perfil master',
}

export type ProfileValues = ReturnType<typeof profileValues>

/** The part of the body that creating and updating a profile share; the service follows from the module. */
export function profileBody({ name, module_id, accredited_enable, master_profile }: ProfileValues) {
  return {
    name,
    module_id: Number(module_id),
    profile_type_id: 1 as const,
    accredited_enable,
    master_profile,
  }
}
