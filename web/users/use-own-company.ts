import { useSession } from '../session-state/session.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'

/** The one company that others than administrators give to people: the one that they work in (console.md §6). */
export function useOwnCompany(): { id: number; name: string } | undefined {
  const { userData } = useSession()
  const administrator = useIsAdministrator()
  return administrator
    ? undefined
    : userData?.companies.find(({ id }) => id === userData.company_id)
}

/** Who is bound to a company, and no administrator, has no choice of companies: the row is hidden (console.md §6). */
export function useHidesCompanies(): boolean {
  const { userData } = useSession()
  return !useIsAdministrator() && typeof userData?.user.company_id === 'number'
}
