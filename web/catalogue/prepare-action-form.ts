import { redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { toActionList, toFunctionList } from '../paths.ts'
import { idInSearch, searchReader } from '../list/list-search.ts'

/**
 * Search parameters of `/action-form`: `actionId` updates an action, `functionId` adds one to a function (console.md
 * §2).
 */
export const actionFormSearch = searchReader(() =>
  z.object({ actionId: idInSearch, functionId: idInSearch }),
)

/**
 * Redirects if the URL has no valid id: to the function's list of actions, or to the list of functions if there is no
 * `functionId` either.
 */
export async function prepareActionForm(search: object): Promise<void> {
  const { actionId, functionId } = actionFormSearch(search)
  if (actionId || (actionId === undefined && functionId)) return
  throw redirect({ ...(functionId ? toActionList(functionId) : toFunctionList()), replace: true })
}
