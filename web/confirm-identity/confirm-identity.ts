import type { Api } from '../../contract/api.ts'
import { confirmedOperation, type ConfirmedOperation } from '../../contract/confirmed-operation.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { ApiProblem } from '../api/api-problem.ts'
import {
  prepare,
  type CallArguments,
  type PreparedCall,
  type SensitiveOperation,
  type SometimesSensitiveOperation,
} from '../api/api-request.ts'
import {
  type SentFile,
  transmit,
  transmitConfirmed,
  transmitConfirmedForFile,
} from '../api/api-transmission.ts'
import { askToConfirm, type Described } from './confirm-identity-request.ts'
import { storage } from '../storage.ts'

/**
 * Sends a write that requires a confirmation. Shows the modal with a description ('Salvar o serviço Portabilidade'),
 * and sends the write after the user has confirmed their identity for exactly these bytes (rulings §5). Rejects with
 * `ConfirmationCancelled` if the user closes the modal.
 */
export async function callConfirmed<O extends SensitiveOperation>(
  described: string | Described,
  operation: O,
  ...input: CallArguments<O>
): Promise<SuccessOf<Api[O]>> {
  const prepared = prepare(operation, ...input)
  const [result] = await callConfirmedAll(described, [prepared])
  return result
}

/**
 * Like `callConfirmed`, for a write that requires the confirmation only if it changes certain fields. `needed` is what
 * the screen expects from its copy of the record. If the server requires the confirmation nevertheless, the modal opens
 * after its response.
 */
export async function callConfirmedWhere<O extends SometimesSensitiveOperation>(
  needed: boolean,
  described: Described,
  operation: O,
  ...input: CallArguments<O>
): Promise<SuccessOf<Api[O]>> {
  if (needed) return callConfirmed(described, operation, ...input)
  try {
    return await transmit(prepare(operation, ...input))
  } catch (error) {
    const required = error instanceof ApiProblem && error.code === 'identity-confirmation-required'
    if (!required) throw error
    return callConfirmed(described, operation, ...input)
  }
}

/** How the writes of one save are sent. */
export type SendOrder = 'parallel' | 'sequence'

type Prepared<Operations extends readonly SensitiveOperation[]> = {
  readonly [Index in keyof Operations]: PreparedCall<Operations[Index]>
}
type Results<Operations extends readonly SensitiveOperation[]> = {
  [Index in keyof Operations]: SuccessOf<Api[Operations[Index]]>
}

/**
 * Sends the writes of one save, each made by `prepare`, with one confirmation for all. In parallel, it waits for all
 * responses; if several calls fail, it rejects with the error of the call that comes first in `calls`. One after
 * another, the first failure prevents those that follow.
 */
export function callConfirmedAll<const Operations extends readonly SensitiveOperation[]>(
  described: string | Described,
  calls: Prepared<Operations>,
  order?: SendOrder,
): Promise<Results<Operations>>
export async function callConfirmedAll(
  described: string | Described,
  calls: readonly PreparedCall<SensitiveOperation>[],
  order: SendOrder = 'parallel',
): Promise<unknown[]> {
  if (calls.length === 0) return []
  return withConfirmation(described, calls, async (code) => {
    if (order === 'sequence') return sendInSequence(calls, code)
    const sent = calls.map((prepared) => transmitConfirmed(prepared, code))
    await Promise.allSettled(sent)
    // All promises are settled, so this loop throws the first error in the order of the calls.
    const results: unknown[] = []
    for (const each of sent) results.push(await each)
    return results
  })
}

async function sendInSequence(
  calls: readonly PreparedCall<SensitiveOperation>[],
  code: string,
): Promise<unknown[]> {
  const results: unknown[] = []
  for (const prepared of calls) results.push(await transmitConfirmed(prepared, code))
  return results
}

/** Like `callConfirmed`, for a call that returns a file. */
export function callConfirmedForFile<O extends SensitiveOperation>(
  described: string | Described,
  operation: O,
  ...input: CallArguments<O>
): Promise<SentFile> {
  const prepared = prepare(operation, ...input)
  return withConfirmation(described, [prepared], (code) => transmitConfirmedForFile(prepared, code))
}

/** Asks for a confirmation of exactly these calls, and sends them with its code. */
async function withConfirmation<Answer>(
  described: string | Described,
  calls: readonly PreparedCall<SensitiveOperation>[],
  send: (code: string) => Promise<Answer>,
): Promise<Answer> {
  const operations = await Promise.all(calls.map(confirmedOperationOf))
  const code = await askToConfirm({
    ...(typeof described === 'string' ? { describe: described } : described),
    operations,
  })
  storage.set('code', code)
  try {
    return await send(code)
  } finally {
    // The code authorises only the writes that were just sent, so it is useless now.
    if (storage.get('code') === code) storage.remove('code')
  }
}

/** Returns what the confirmation is bound to: method, path, and SHA-256 of the bytes sent. */
async function confirmedOperationOf({
  route,
  address,
  body,
}: PreparedCall<SensitiveOperation>): Promise<ConfirmedOperation> {
  const digest = await crypto.subtle.digest('SHA-256', body ?? new Uint8Array())
  return confirmedOperation.parse({
    method: route.method,
    path: address,
    body_sha256: hexOf(new Uint8Array(digest)),
  })
}

const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
