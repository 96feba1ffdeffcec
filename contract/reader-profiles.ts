import { auditorProfileId, supportProfileId } from './constants.ts'
import type { Operation } from './api.ts'
import type { ScreenAction, ScreenPath } from './screens.ts'

/**
 * Writes that profile 3 (Suporte) may make, for the users of every company. Profiles 3 and 4 may make no others
 * (rulings §11).
 */
export const supportWrites = [
  'userResetPassword',
  'userUnlock',
  'userInvite',
] as const satisfies readonly Operation[]

/** Screen and actions that grant these writes; `reset-password` also allows a new invitation. */
export const supportScreen = '/user-edit' satisfies ScreenPath
export const supportActions = ['reset-password', 'unlock'] as const satisfies readonly ScreenAction<
  typeof supportScreen
>[]

/** Whether the profile reads every company and writes (almost) nothing. */
export const isReaderProfile = (id: number): boolean =>
  id === supportProfileId || id === auditorProfileId

/**
 * Whether a profile may hold an action. Of profiles 3 and 4 only the actions above have an effect (`action_links`).
 */
export function mayHoldAction(profileId: number, screen: string, action: string | null): boolean {
  if (profileId === auditorProfileId) return false
  if (profileId !== supportProfileId) return true
  return screen === supportScreen && supportActions.some((path) => path === action)
}
