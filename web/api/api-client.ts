import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { prepare, type CallArguments, type PlainOperation } from './api-request.ts'
import { transmit } from './api-transmission.ts'
import { keepStarted, takeStarted } from './started-calls.ts'

/**
 * Calls an operation of the contract and returns its `result.data`; throws `ApiProblem` (rulings §2). Takes the response
 * of a call that the route has started, if there is one.
 */
export function call<O extends PlainOperation>(
  operation: O,
  ...input: CallArguments<O>
): Promise<SuccessOf<Api[O]>> {
  // A started call with the same operation has a response of the same type.
  const started = takeStarted(operation, input) as Promise<SuccessOf<Api[O]>> | undefined
  return started ?? transmit(prepare(operation, ...input))
}

/**
 * Sends a call before the screen that needs it has been loaded (decision 73). The next `call` with the same input takes
 * this response instead of sending another request. Resolves when the call has ended, successfully or not.
 */
export function startCall<O extends PlainOperation>(
  operation: O,
  ...input: CallArguments<O>
): Promise<void> {
  return keepStarted(operation, input, transmit(prepare(operation, ...input)))
}
