import type { useActiveServices } from '../catalogue/use-active-services.ts'
import { toOption } from '../ui/to-option.ts'

/** Returns select options: the active services that have modules, and the modules of the selected service. */
export function choicesOfServices(
  services: ReturnType<typeof useActiveServices>,
  service_id: string,
) {
  return {
    service_id: services.filter(({ modules }) => modules.length > 0).map(toOption),
    module_id: (services.find(({ id }) => String(id) === service_id)?.modules ?? []).map(toOption),
  }
}
