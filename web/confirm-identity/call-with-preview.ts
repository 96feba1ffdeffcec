import type { AccessEffect, Previewable } from '../../contract/access-effect.ts'
import type { Api, Operation } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { previewableOperations } from '../../contract/previewable-operations.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem, problemOf } from '../api/api-problem.ts'
import {
  prepare,
  type CallArguments,
  type PreparedCall,
  type SensitiveOperation,
} from '../api/api-request.ts'
import { callConfirmedAll, type SendOrder } from './confirm-identity.ts'
import type { Described } from './confirm-identity-request.ts'
import { describeEffectOnUsers } from './describe-effect-on-users.ts'

type AnyCall = PreparedCall<Operation>
type PreviewableCall = PreparedCall<Previewable>

/**
 * Like `callConfirmed`, for a write that changes access. The confirmation shows what changes and for how many users
 * (decision 30). If the preview shows that the server would refuse the write, the error is reported before the
 * confirmation.
 */
export async function callWithPreview<O extends SensitiveOperation & Previewable>(
  described: Described,
  operation: O,
  ...input: CallArguments<O>
): Promise<SuccessOf<Api[O]>> {
  const prepared = prepare(operation, ...input)
  const [response] = await callConfirmedAll(await withEffect(described, [prepared]), [prepared])
  return response
}

/** Like `callWithPreview`, for the writes of one save. Some of them may not change access. */
export async function callAllWithPreview(
  described: Described,
  calls: readonly PreparedCall<SensitiveOperation>[],
  order?: SendOrder,
): Promise<void> {
  await callConfirmedAll(await withEffect(described, calls), calls, order)
}

/**
 * Previews the effect of writes, or returns undefined if they cannot be previewed now. Rejects with the problem that would
 * refuse one of them.
 */
export async function previewCalls(
  calls: readonly PreviewableCall[],
): Promise<AccessEffect[] | undefined> {
  const effects: AccessEffect[] = []
  // One after another, because the server runs only one preview per user at a time.
  for (const one of calls) {
    const effect = await previewCall(one)
    if (!effect) return undefined
    effects.push(effect)
  }
  return effects
}

/** Previews one write. Returns undefined if it cannot be previewed now; the save is still possible. */
export async function previewCall({
  operation,
  options,
}: PreviewableCall): Promise<AccessEffect | undefined> {
  const { params = {}, body } = options
  const texts = Object.entries(params).map(([name, value]) => [name, String(value)] as const)
  const effect = await ifAvailable(
    call('accessEffectForesee', {
      body: { operation, params: Object.fromEntries<string>(texts), body },
    }),
  )
  if (!effect) return undefined
  const { refused } = effect
  if (refused) {
    const { code, message: httpMessage, fields } = refused
    throw problemOf(409, { result: { code, httpMessage, fields } })
  }
  return effect
}

async function withEffect(described: Described, calls: readonly AnyCall[]): Promise<Described> {
  const previewable = calls.filter(isPreviewable)
  if (previewable.length === 0) return described
  const { consequence, danger } = describeEffectOnUsers(await previewCalls(previewable))
  return {
    ...described,
    consequence: [described.consequence, consequence].filter(Boolean).join(' '),
    danger: described.danger === true || danger,
  }
}

/**
 * Returns the result of a preview, or undefined if the server cannot run it now. The server refuses a preview that
 * takes longer than a second or waits for a lock.
 */
export async function ifAvailable<T>(preview: Promise<T>): Promise<T | undefined> {
  try {
    return await preview
  } catch (error) {
    if (error instanceof ApiProblem && error.status >= 500) return undefined
    throw error
  }
}

const isPreviewable = (prepared: AnyCall): prepared is PreviewableCall =>
  previewableOperations.some((operation) => operation === prepared.operation)
