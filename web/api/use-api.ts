import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { call } from './api-client.ts'
import type { CallArguments, PlainOperation } from './api-request.ts'

/** Query of an operation of the contract, cached by operation and input. */
export function useApi<O extends PlainOperation>(
  operation: O,
  ...input: CallArguments<O>
): UseQueryResult<SuccessOf<Api[O]>> {
  return useQuery({ queryKey: [operation, ...input], queryFn: () => call(operation, ...input) })
}
