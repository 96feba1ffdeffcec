import { useSession } from '../session-state/session.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'

/** Whose the profiles are that whoever is signed in makes: `accredit_id`, 0 for an administrator (console.md §6). */
export function useMaker(): number | undefined {
  const { userData } = useSession()
  return useIsAdministrator() ? 0 : (userData?.company_id ?? undefined)
}
