import { auditorProfileId, supportProfileId } from './constants.ts'
import type { Operation } from './api.ts'
import type { ScreenAction, ScreenPath } from './screens.ts'

/** The writes that profile 3 (Suporte) makes, for the people of every company; profiles 3 and 4 make no other (rulings §11). */
export const supportWrites = [
  'userResetPassword',
  'userUnlock',
  'userInvite',
] as const satisfies readonly Operation[]

/** The screen and actions that open them; resetting a password sends an invitation again too. */
export const supportScreen = '/user-edit' satisfies ScreenPath
export const supportActions = ['reset-password', 'unlock'] as const satisfies readonly ScreenAction<
  typeof supportScreen
>[]

/** Whether it is one of the profiles that read for every company and write nothing, or next to nothing. */
export const isReaderProfile = (id: number): boolean =>
  id === supportProfileId || id === auditorProfileId

/** Whether a profile may hold an action: of profiles 3 and 4 only those above open anything (`action_links`). */
export function mayHoldAction(profileId: number, screen: string, action: string | null): boolean {
  if (profileId === auditorProfileId) return false
  if (profileId !== supportProfileId) return true
  return screen === supportScreen && supportActions.some((path) => path === action)
}
