import { administratorProfileId } from '../../contract/constants.ts'
import type { Grant } from '../../contract/endpoint.ts'
import type { ScreenAction, ScreenPath } from '../../contract/screens.ts'
import { useSession } from './session.ts'

/**
 * The actions that the signed-in person may do on a screen: buttons of other actions are not shown. The server checks
 * each write by itself (console.md §6).
 */
export function useAllowedActions<S extends ScreenPath>(
  screen: S,
): (action: ScreenAction<S>) => boolean {
  const { userData } = useSession()
  const granted = userData?.functions.find(({ path }) => path === screen)?.actions
  return (action) => granted?.some(({ path }) => path === action) ?? false
}

/** Whether the signed-in person may do an action, on whichever screen. */
export function useMayDo(action: string): (screen: ScreenPath) => boolean {
  const { userData } = useSession()
  return (screen) =>
    userData?.functions
      .find(({ path }) => path === screen)
      ?.actions.some(({ path }) => path === action) ?? false
}

/** Whether the signed-in person holds a grant, whichever it is. */
export function useHoldsGrant(): (grant: Grant) => boolean {
  const { userData } = useSession()
  return ({ screen, action }) => {
    const held = userData?.functions.find(({ path }) => path === screen)
    return (
      held !== undefined &&
      (action === undefined || held.actions.some(({ path }) => path === action))
    )
  }
}

/**
 * Whether a delegation alone gives the signed-in person a grant: then they grant no rights by it (decision 52). The server
 * refuses that by itself.
 */
export function useIsOnlyLent(): (grant: Grant) => boolean {
  const { userData } = useSession()
  const holds = useHoldsGrant()
  return (grant) => {
    const { screen, action } = grant
    const own = userData?.delegation?.own
    const name = action === undefined ? screen : `${screen} ${action}`
    return own !== undefined && holds(grant) && !own.includes(name)
  }
}

/** Whether an administrator is signed in: whoever holds profile 1 (console.md §9). */
export function useIsAdministrator(): boolean {
  const { userData } = useSession()
  return userData?.profiles.some(({ id }) => id === administratorProfileId) ?? false
}

/** Whether a screen shows the rows of every company: to administrators, and to profile 4 where it opens the screen itself. */
export function useSeesEveryCompany(screen: ScreenPath): boolean {
  const { userData } = useSession()
  const administrator = useIsAdministrator()
  return (
    administrator || userData?.functions.find(({ path }) => path === screen)?.every_company === true
  )
}

/** The same where administrators alone write, whatever else a profile grants (decisions 25 and 26). */
export function useAdministratorActions<S extends ScreenPath>(
  screen: S,
): (action: ScreenAction<S>) => boolean {
  const administrator = useIsAdministrator()
  const allows = useAllowedActions(screen)
  return (action) => administrator && allows(action)
}
