import type { Profile } from '../../contract/profiles.ts'
import type { useActiveServices } from '../catalogue/use-active-services.ts'

/** Returns the active services and modules, plus the profile's own service and module if these are inactive. */
export function profileChoices(
  active: ReturnType<typeof useActiveServices>,
  profile: Profile | undefined,
) {
  const services = active
    .filter((service) => service.modules.length > 0)
    .map(({ id, name }) => ({ value: String(id), label: name }))
  const modules = active.flatMap((service) =>
    service.modules.map(({ id, name }) => ({
      value: String(id),
      label: name,
      service_id: String(service.id),
    })),
  )
  if (profile) {
    const { id, name, Service } = profile.module
    const [value, service_id] = [String(id), String(Service.id)]
    if (!services.some((choice) => choice.value === service_id))
      services.push({ value: service_id, label: Service.name })
    if (!modules.some((choice) => choice.value === value))
      modules.push({ value, label: name, service_id })
  }
  return { service_id: services, module_id: modules }
}
