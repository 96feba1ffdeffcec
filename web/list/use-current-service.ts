import { storage } from '../storage.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'

/**
 * Initial service of lists and selects: the one through which the user opened the console; undefined for administrators
 * (console.md §6).
 */
export function useCurrentService(): number | undefined {
  const service = Number(storage.get('currentService'))
  return useIsAdministrator() || !service ? undefined : service
}
