import { IconExternalLink } from '@tabler/icons-react'
import { openDestinations, orderedModules, type Destination } from '../access/choices.ts'
import { useInitialPermissions } from '../access/use-initial-permissions.ts'
import type { PaletteItem } from './palette-item.ts'

/** Milliseconds for which what may be entered is taken for true; the server has the last word. */
const choicesFresh = 60_000

/** The modules that the person may enter, for each company once, those that were used last first. */
export function useModuleItems(
  token: string,
  enabled: boolean,
  open: (destination: Destination) => void,
): PaletteItem[] {
  const { data } = useInitialPermissions(token, {
    staleTime: choicesFresh,
    enabled: enabled && token !== '',
  })
  const offered = openDestinations(data?.companies ?? []).map((destination) => ({
    ...destination.module,
    destination,
  }))
  return orderedModules(offered).map(({ id, name, destination }) => ({
    id: `modulo-${destination.company.id}-${destination.serviceId}-${id}`,
    group: 'Acessar módulo',
    label: name,
    hint: hintOf(destination),
    words: 'acessar entrar abrir',
    icon: IconExternalLink,
    run: () => open(destination),
  }))
}

/** The company and the service, which tell modules of one name apart. */
function hintOf({ company, serviceId }: Destination): string {
  const service = company.services.find(({ id }) => id === serviceId)
  return `${company.name} · ${service?.name ?? ''}`
}
