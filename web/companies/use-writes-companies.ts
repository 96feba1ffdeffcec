import type { ScreenAction } from '../../contract/screens.ts'
import { useAllowedActions, useIsAdministrator } from '../session-state/use-allowed-actions.ts'

/** Whether the person may write companies: administrators alone, whatever else a profile grants (decision 25). */
export function useWritesCompanies(): (action: ScreenAction<'/company-form'>) => boolean {
  const administrator = useIsAdministrator()
  const allows = useAllowedActions('/company-form')
  return (action) => administrator && allows(action)
}
