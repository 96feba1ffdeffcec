import { redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { toActionList, toFunctionList } from '../paths.ts'
import { idInSearch } from '../list/list-search.ts'

/** `actionId` to update an action, `functionId` to add one to a function (console.md §2). */
export const actionFormSearch = z.object({ actionId: idInSearch, functionId: idInSearch })

/**
 * An `actionId` below 1 leads to the list of the function's actions; without a `functionId` too, to the list of
 * functions.
 */
export async function arriveAtActionForm(search: object): Promise<void> {
  const { actionId, functionId } = actionFormSearch.parse(search)
  if (actionId || (actionId === undefined && functionId)) return
  throw redirect({ ...(functionId ? toActionList(functionId) : toFunctionList()), replace: true })
}
