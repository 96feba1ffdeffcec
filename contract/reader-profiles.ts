import { auditorProfileId, supportProfileId } from './constants.ts'
import type { Operation } from './api.ts'
import type { ScreenAction, ScreenPath } from './screens.ts'

/**
 * The only operations with which profile 3 (Suporte) may write, on users of every company. Profile 4 (Auditoria) may
 * write nothing (rulings §11).
 */
export const supportWrites = [
  'userResetPassword',
  'userUnlock',
  'userInvite',
  'userInviteMany',
] as const satisfies readonly Operation[]

/** Screen and actions that grant these operations. `reset-password` also allows sending a new invitation. */
export const supportScreen = '/user-edit' satisfies ScreenPath
export const supportActions = ['reset-password', 'unlock'] as const satisfies readonly ScreenAction<
  typeof supportScreen
>[]

/** Whether the profile reads rows of every company and writes nothing except `supportWrites`. */
export const isReaderProfile = (id: number): boolean =>
  id === supportProfileId || id === auditorProfileId

/**
 * Whether a profile may have an action. Profile 3 may only have `supportActions`, profile 4 none. The view
 * `action_links` ignores any others.
 */
export function mayHoldAction(profileId: number, screen: string, action: string | null): boolean {
  if (profileId === auditorProfileId) return false
  if (profileId !== supportProfileId) return true
  return screen === supportScreen && supportActions.some((path) => path === action)
}
