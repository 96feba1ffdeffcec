import { useQuery } from '@tanstack/react-query'
import type { Action } from '../../contract/actions.ts'
import type { FunctionWithActions } from '../../contract/functions.ts'
import { call } from '../api/api-client.ts'
import { queryOf } from '../api/query-of.ts'

/** Returns the function that a new action will belong to; undefined without an id and while it loads. */
export function useFunctionOfAction(id: number | undefined): FunctionWithActions | undefined {
  const { data } = useQuery({
    ...queryOf('functionGet', { params: { id: String(id) } }),
    enabled: id !== undefined,
  })
  return data
}

/** Reads an action and the module of its function. */
export async function readAction(
  id: number,
): Promise<Action & Pick<FunctionWithActions, 'module'>> {
  const action = await call('actionGet', { params: { id: String(id) } })
  const { module } = await call('functionGet', { params: { id: String(action.function.id) } })
  return { ...action, module }
}
