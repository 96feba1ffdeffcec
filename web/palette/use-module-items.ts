import { IconExternalLink } from '@tabler/icons-react'
import { openDestinations, orderedModules, type Destination } from '../access/choices.ts'
import { useInitialPermissions } from '../access/use-initial-permissions.ts'
import type { PaletteItem } from './palette-item.ts'

/** Stale time of the permissions in milliseconds; the server makes the final decision. */
const permissionsStaleTime = 60_000

/** Modules that the user may open, once per company, ordered by last use. */
export function useModuleItems(
  token: string,
  enabled: boolean,
  open: (destination: Destination) => void,
): PaletteItem[] {
  const { data } = useInitialPermissions(token, {
    staleTime: permissionsStaleTime,
    enabled: enabled && token !== '',
  })
  const modules = openDestinations(data?.companies ?? []).map((destination) => ({
    ...destination.module,
    destination,
  }))
  return orderedModules(modules).map(({ id, name, destination }) => ({
    id: `modulo-${destination.company.id}-${destination.serviceId}-${id}`,
    group: 'Acessar módulo',
    label: name,
    hint: hintOf(destination),
    verbs: 'acessar entrar abrir',
    icon: IconExternalLink,
    run: () => open(destination),
  }))
}

/** Company and service, which distinguish modules of the same name. */
function hintOf({ company, serviceId }: Destination): string {
  const service = company.services.find(({ id }) => id === serviceId)
  return `${company.name} · ${service?.name ?? ''}`
}
