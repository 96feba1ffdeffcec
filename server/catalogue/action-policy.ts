import { screens } from '../../contract/screens.ts'
import { type FunctionPlace, isScreenOfConsole } from './function-policy.ts'

interface ActionState {
  path: string | null
  active: boolean
}

/**
 * Returns false if the save would deactivate an action that the system created for a console screen, or change its
 * path.
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
