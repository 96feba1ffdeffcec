import { useSession } from '../session-state/session.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'

/** Returns the only company that a non-administrator assigns to users: the session's company (console.md §6). */
export function useOwnCompany(): { id: number; name: string } | undefined {
  const { userData } = useSession()
  const administrator = useIsAdministrator()
  return administrator
    ? undefined
    : userData?.companies.find(({ id }) => id === userData.company_id)
}

/**
 * Returns whether the company select is hidden: for users bound to a company, except administrators (console.md §6).
 */
export function useHidesCompanies(): boolean {
  const { userData } = useSession()
  return !useIsAdministrator() && typeof userData?.user.company_id === 'number'
}
