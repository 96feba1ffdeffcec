import { storage } from '../storage.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'

/**
 * The service that lists and choices begin with: the one through which the person entered the console; none for
 * administrators (console.md §6).
 */
export function useCurrentService(): number | undefined {
  const service = Number(storage.get('currentService'))
  return useIsAdministrator() || !service ? undefined : service
}
