import { screens } from '../../contract/screens.ts'
import { type FunctionPlace, isScreenOfConsole } from './function-policy.ts'

interface ActionState {
  path: string | null
  active: boolean
}

/**
 * Returns whether the path and the active state of an action stay as they are, if the system created the action for a
 * console screen. True for other actions.
 */
export function keepsScreenAction(
  of: FunctionPlace,
  before: ActionState,
  after: ActionState,
): boolean {
  if (!isScreenOfConsole(of)) return true
  const made: readonly string[] =
    Object.entries(screens).find(([url]) => url === of.url)?.[1].actions ?? []
  if (before.path === null || !made.includes(before.path)) return true
  return after.active && after.path === before.path
}
