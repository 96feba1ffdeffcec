import { useQuery, skipToken } from '@tanstack/react-query'
import type { Action } from '../../contract/actions.ts'
import type { FunctionWithActions } from '../../contract/functions.ts'
import { call } from '../api/api-client.ts'

const readFunction = (id: number) => call('functionGet', { params: { id: String(id) } })

/** Reads the function that a new action will belong to; undefined until then, and without an id. */
export function useFunctionOfAction(id: number | undefined): FunctionWithActions | undefined {
  const { data } = useQuery({
    queryKey: ['functionGet', id],
    queryFn: id === undefined ? skipToken : () => readFunction(id),
  })
  return data
}

/** Reads an action, and the module that its function is of. */
export async function readAction(
  id: number,
): Promise<Action & Pick<FunctionWithActions, 'module'>> {
  const action = await call('actionGet', { params: { id: String(id) } })
  const { module } = await readFunction(action.function.id)
  return { ...action, module }
}
