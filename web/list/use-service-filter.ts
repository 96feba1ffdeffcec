import { storage } from '../storage.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'

/** The service whose rows lists are limited to: for others than administrators the one they came by (console.md §6). */
export function useServiceFilter(): number | undefined {
  const service = Number(storage.get('currentService'))
  return useIsAdministrator() || !service ? undefined : service
}
