import { useQuery, skipToken } from '@tanstack/react-query'
import type { Action } from '../../contract/actions.ts'
import type { FunctionWithActions } from '../../contract/functions.ts'
import { call } from '../api/api-client.ts'

const readFunction = (id: number) => call('functionGet', { params: { id: String(id) } })

/** Returns the function that a new action will belong to; undefined without an id and while it loads. */
export function useFunctionOfAction(id: number | undefined): FunctionWithActions | undefined {
  const { data } = useQuery({
    queryKey: ['functionGet', id],
    queryFn: id === undefined ? skipToken : () => readFunction(id),
  })
  return data
}

/** Reads an action and the module of its function. */
export async function readAction(
  id: number,
): Promise<Action & Pick<FunctionWithActions, 'module'>> {
  const action = await call('actionGet', { params: { id: String(id) } })
  const { module } = await readFunction(action.function.id)
  return { ...action, module }
}
