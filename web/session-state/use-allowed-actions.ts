import { administratorProfileId } from '../../contract/constants.ts'
import type { Grant } from '../../contract/endpoint.ts'
import type { ScreenAction, ScreenPath } from '../../contract/screens.ts'
import { useSession } from './session.ts'

/**
 * Returns a function that tells whether the user may perform an action on this screen. Buttons of other actions are
 * hidden. The server checks each write itself (console.md §6).
 */
export function useAllowedActions<S extends ScreenPath>(
  screen: S,
): (action: ScreenAction<S>) => boolean {
  const { userData } = useSession()
  const granted = userData?.functions.find(({ path }) => path === screen)?.actions
  return (action) => granted?.some(({ path }) => path === action) ?? false
}

/** Returns a function that tells whether the user may perform this action on a screen. */
export function useMayDo(action: string): (screen: ScreenPath) => boolean {
  const { userData } = useSession()
  return (screen) =>
    userData?.functions
      .find(({ path }) => path === screen)
      ?.actions.some(({ path }) => path === action) ?? false
}

/** Returns a function that tells whether the user holds a grant. */
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
 * Returns a function that tells whether the user holds a grant only by delegation. Such a grant cannot be used to grant
 * rights (decision 52). The server checks this itself.
 */
export function useHoldsOnlyByDelegation(): (grant: Grant) => boolean {
  const { userData } = useSession()
  const holds = useHoldsGrant()
  return (grant) => {
    const { screen, action } = grant
    const own = userData?.delegation?.own
    const name = action === undefined ? screen : `${screen} ${action}`
    return own !== undefined && holds(grant) && !own.includes(name)
  }
}

/** Whether the user is an administrator, that is, holds profile 1 (console.md §9). */
export function useIsAdministrator(): boolean {
  const { userData } = useSession()
  return userData?.profiles.some(({ id }) => id === administratorProfileId) ?? false
}

/** Whether a screen shows the rows of every company: for administrators, and for profile 4 if it grants the screen. */
export function useSeesEveryCompany(screen: ScreenPath): boolean {
  const { userData } = useSession()
  const administrator = useIsAdministrator()
  return (
    administrator || userData?.functions.find(({ path }) => path === screen)?.every_company === true
  )
}

/**
 * Like `useAllowedActions`, for writes that are reserved to administrators even if a profile grants them (decisions 25
 * and 26).
 */
export function useAdministratorActions<S extends ScreenPath>(
  screen: S,
): (action: ScreenAction<S>) => boolean {
  const administrator = useIsAdministrator()
  const allows = useAllowedActions(screen)
  return (action) => administrator && allows(action)
}
