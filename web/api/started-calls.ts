import { hashKey } from '@tanstack/react-query'
import type { Operation } from '../../contract/api.ts'

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
 * Keeps the response of a call for the screen that will need it. Resolves when the call has ended, successfully or not.
 */
export async function keepStarted(
  operation: Operation,
  input: readonly unknown[],
  response: Promise<unknown>,
): Promise<void> {
  const call: StartedCall = { response, since: performance.now() }
  started.set(keyOf(operation, input), call)
  try {
    call.data = await response
  } catch {
    // The screen that takes the response handles the error.
  }
}

/** Forgets responses that no screen has taken. Called after every write, because they may contain older values. */
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
