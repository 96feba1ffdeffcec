import type { Api } from '../../contract/api.ts'
import { confirmedOperation, type ConfirmedOperation } from '../../contract/confirmations.ts'
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
 * Sends a write that needs proof of identity: shows the modal with what is being confirmed, in words ('Salvar o serviço
 * Portabilidade'), and sends it once identity is proven for exactly these bytes (rulings §5). Rejects with
 * `ConfirmationCancelled` where the person closes the modal.
 */
export async function callConfirmed<O extends SensitiveOperation>(
  described: string | Described,
  operation: O,
  ...input: CallArguments<O>
): Promise<SuccessOf<Api[O]>> {
  const prepared = prepare(operation, ...input)
  const [answer] = await callConfirmedAll(described, [prepared])
  return answer
}

/**
 * The same for a write that needs the proof only where it changes certain things. `needed` is what the screen knows of the
 * record; the server decides, and where it asks for the proof nevertheless, the person is asked then.
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
    const asked = error instanceof ApiProblem && error.code === 'identity-confirmation-required'
    if (!asked) throw error
    return callConfirmed(described, operation, ...input)
  }
}

type Prepared<Operations extends readonly SensitiveOperation[]> = {
  readonly [Index in keyof Operations]: PreparedCall<Operations[Index]>
}
type Answers<Operations extends readonly SensitiveOperation[]> = {
  [Index in keyof Operations]: SuccessOf<Api[Operations[Index]]>
}

/** Sends the parallel writes of one save, each made by `prepare`: one confirmation covers them all. */
export function callConfirmedAll<const Operations extends readonly SensitiveOperation[]>(
  described: string | Described,
  calls: Prepared<Operations>,
): Promise<Answers<Operations>>
export async function callConfirmedAll(
  described: string | Described,
  calls: readonly PreparedCall<SensitiveOperation>[],
): Promise<unknown[]> {
  if (calls.length === 0) return []
  return withProof(described, calls, (code) =>
    Promise.all(calls.map((prepared) => transmitConfirmed(prepared, code))),
  )
}

/** The same for a call that answers a file. */
export function callConfirmedForFile<O extends SensitiveOperation>(
  described: string | Described,
  operation: O,
  ...input: CallArguments<O>
): Promise<SentFile> {
  const prepared = prepare(operation, ...input)
  return withProof(described, [prepared], (code) => transmitConfirmedForFile(prepared, code))
}

/** Asks the person to prove who they are for exactly these calls, and sends them with the code that comes of it. */
async function withProof<Answer>(
  described: string | Described,
  calls: readonly PreparedCall<SensitiveOperation>[],
  send: (code: string) => Promise<Answer>,
): Promise<Answer> {
  const operations = await Promise.all(calls.map(namedFor))
  const code = await askToConfirm({
    ...(typeof described === 'string' ? { describe: described } : described),
    operations,
  })
  storage.set('code', code)
  try {
    return await send(code)
  } finally {
    // A code serves one set of writes, and these have been sent.
    if (storage.get('code') === code) storage.remove('code')
  }
}

/** What the confirmation names: method, address, and SHA-256 of the very bytes that are sent. */
async function namedFor({
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
