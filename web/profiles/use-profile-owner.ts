import { useSession } from '../session-state/session.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'

/**
 * Returns the owner of profiles created by this user, as `accredit_id`: the company, or 0 for administrators
 * (console.md §6).
 */
export function useProfileOwner(): number | undefined {
  const { userData } = useSession()
  return useIsAdministrator() ? 0 : (userData?.company_id ?? undefined)
}
