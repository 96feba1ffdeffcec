import { hashKey } from '@tanstack/react-query'
import type { Operation } from '../../contract/api.ts'
import { prepare, type CallArguments, type PlainOperation } from './api-request.ts'
import { transmit } from './api-transmission.ts'

/** Maximum age of a response in milliseconds. A screen takes it when it renders, which is much earlier. */
const maxAge = 5000

interface StartedCall {
  response: Promise<unknown>
  /** Time of the start, in milliseconds since the page was loaded. */
  since: number
  /** The response, once it has arrived. */
  data?: unknown
}

const started = new Map<string, StartedCall>()

const keyOf = (operation: Operation, input: readonly unknown[]) => hashKey([operation, ...input])

/**
 * Sends a call before the screen that needs it has been loaded (decision 73). The next `call` with the same input takes
 * this response instead of sending another request. Resolves when the call has ended, successfully or not.
 */
export async function startCall<O extends PlainOperation>(
  operation: O,
  ...input: CallArguments<O>
): Promise<void> {
  const response: Promise<unknown> = transmit(prepare(operation, ...input))
  const call: StartedCall = { response, since: performance.now() }
  started.set(keyOf(operation, input), call)
  try {
    call.data = await response
  } catch {
    // The screen that takes the response handles the error.
  }
}

/** Forgets responses that no screen has taken. */
export function dropStartedCalls(): void {
  started.clear()
}

/** Returns the response of a started call and forgets it; undefined if there is none. */
export function takeStarted(
  operation: Operation,
  input: readonly unknown[],
): Promise<unknown> | undefined {
  const call = startedCall(operation, input)
  if (call) started.delete(keyOf(operation, input))
  return call?.response
}

/** Returns the data of a started call that has arrived, without taking it. */
export const arrivedData = (operation: Operation, input: readonly unknown[]): unknown =>
  startedCall(operation, input)?.data

function startedCall(operation: Operation, input: readonly unknown[]): StartedCall | undefined {
  if (started.size === 0) return undefined
  const call = started.get(keyOf(operation, input))
  return call && performance.now() - call.since < maxAge ? call : undefined
}
