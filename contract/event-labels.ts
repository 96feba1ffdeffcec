import { api } from './api.ts'
import type { Endpoints } from './endpoint.ts'

/** Description of each event that an endpoint declares. */
export const eventLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values<Endpoints[string]>(api).flatMap(({ audit }) =>
    audit === 'none' ? [] : [[audit.event, audit.past]],
  ),
)

/**
 * Returns the description of an event. An event that no endpoint declares, such as part of an import, is shown by its
 * code.
 */
export function eventLabel(event: string): string {
  return eventLabels[event] ?? event
}
