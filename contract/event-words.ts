import { api } from './api.ts'
import type { Endpoints } from './endpoint.ts'

/** What happened, for each event that an endpoint declares. */
export const eventWords: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values<Endpoints[string]>(api).flatMap(({ audit }) =>
    audit === 'none' ? [] : [[audit.event, audit.past]],
  ),
)

/** Label of any event. Events that no endpoint declares, such as parts of an import, fall back to their code. */
export function eventLabel(event: string): string {
  return eventWords[event] ?? event
}
