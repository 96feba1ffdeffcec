import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { canOpen, orderedModules, type Destination } from '../access/choices.ts'
import { call } from '../api/api-client.ts'
import type { PaletteItem } from './palette-item.ts'

/** Milliseconds for which what may be entered is taken for true; the server has the last word. */
const choicesFresh = 60_000

/** The modules that the person may enter, for each company once, those that were used last first. */
export function useModuleItems(
  token: string,
  enabled: boolean,
  open: (destination: Destination) => void,
): PaletteItem[] {
  const { data } = useQuery({
    queryKey: ['userInitialPermissions', token],
    queryFn: () => call('userInitialPermissions', { token, body: { access_token: token } }),
    staleTime: choicesFresh,
    enabled: enabled && token !== '',
  })
  const offered = (data?.companies ?? []).flatMap((company) =>
    company.services.flatMap((service) =>
      service.modules.filter(canOpen).map((module) => ({
        ...module,
        hint: `${company.name} · ${service.name}`,
        destination: { company, serviceId: service.id, module },
      })),
    ),
  )
  return orderedModules(offered).map(({ id, name, hint, destination }) => ({
    id: `modulo-${destination.company.id}-${destination.serviceId}-${id}`,
    group: 'Acessar módulo',
    label: name,
    hint,
    words: 'acessar entrar abrir',
    icon: IconExternalLink,
    run: () => open(destination),
  }))
}
