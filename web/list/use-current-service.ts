import { storage } from '../storage.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'

/**
 * Returns the service that lists and selects show initially: the service through which the user opened the console;
 * undefined for administrators (console.md §6).
 */
export function useCurrentService(): number | undefined {
  const service = Number(storage.get('currentService'))
  return useIsAdministrator() || !service ? undefined : service
}
