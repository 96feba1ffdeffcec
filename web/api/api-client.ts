import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { prepare, type CallArguments, type PlainOperation } from './api-request.ts'
import { transmit } from './api-transmission.ts'

/** Calls an operation of the contract and returns its `result.data`; throws `ApiProblem` (rulings §2). */
export function call<O extends PlainOperation>(
  operation: O,
  ...input: CallArguments<O>
): Promise<SuccessOf<Api[O]>> {
  return transmit(prepare(operation, ...input))
}
