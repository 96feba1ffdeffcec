import type { Api, Operation } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { prepare, type CallArguments } from './api-request.ts'
import { transmit } from './api-transmission.ts'

/** Writes that are refused without proof of identity: sent by `callConfirmed` alone (rulings §5). */
export type SensitiveOperation = {
  [O in Operation]: Api[O] extends { confirm: true } ? O : never
}[Operation]

/** Everything else. */
export type PlainOperation = Exclude<Operation, SensitiveOperation>

/** Calls an operation of the contract and answers its `result.data`; throws `ApiProblem` (rulings §2). */
export function call<O extends PlainOperation>(
  operation: O,
  ...input: CallArguments<O>
): Promise<SuccessOf<Api[O]>> {
  return transmit(prepare(operation, ...input))
}
