import { useSession } from '../session-state/session.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'

/**
 * The owner of the profiles that the signed-in person creates, as `accredit_id`: their company, or 0 for an
 * administrator (console.md §6).
 */
export function useMaker(): number | undefined {
  const { userData } = useSession()
  return useIsAdministrator() ? 0 : (userData?.company_id ?? undefined)
}
