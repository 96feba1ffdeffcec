import { foreseeable, type AccessEffect, type Foreseeable } from '../../contract/access-effect.ts'
import type { Api, Operation } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem, problemOf } from '../api/api-problem.ts'
import {
  prepare,
  type CallArguments,
  type PreparedCall,
  type SensitiveOperation,
} from '../api/api-request.ts'
import { callConfirmedAll } from './confirm-identity.ts'
import type { Described } from './confirm-identity-request.ts'
import { effectOnPeople, type EffectWords } from './effect-on-people.ts'

type AnyCall = PreparedCall<Operation>
type ForeseeableCall = PreparedCall<Foreseeable>

/**
 * Sends a write that changes what people may do, as `callConfirmed` does: the proof of identity says what it changes and
 * for how many (decision 30), and a write that would be refused is refused before anybody proves identity for it.
 */
export async function callForeseen<O extends SensitiveOperation & Foreseeable>(
  described: Described,
  operation: O,
  ...input: CallArguments<O>
): Promise<SuccessOf<Api[O]>> {
  const prepared = prepare(operation, ...input)
  const [answer] = await callConfirmedAll(await withEffect(described, [prepared]), [prepared])
  return answer
}

/** The same for the parallel writes of one save; those that change nothing for people go along. */
export async function callForeseenAll(
  described: Described,
  calls: readonly PreparedCall<SensitiveOperation>[],
): Promise<void> {
  await callConfirmedAll(await withEffect(described, calls), calls)
}

/** What writes would change, by the query that decides; rejects with the problem that would refuse one of them. */
export function foresee(calls: readonly ForeseeableCall[]): Promise<AccessEffect[]> {
  return Promise.all(calls.map(foreseeCall))
}

/** The same for one. */
export async function foreseeCall({ operation, options }: ForeseeableCall): Promise<AccessEffect> {
  const { params = {}, body } = options
  const texts = Object.entries(params).map(([name, value]) => [name, String(value)] as const)
  const effect = await call('accessEffectForesee', {
    body: { operation, params: Object.fromEntries<string>(texts), body },
  })
  const { refused } = effect
  if (refused) {
    const { code, message: httpMessage, fields } = refused
    throw problemOf(409, { result: { code, httpMessage, fields } })
  }
  return effect
}

async function withEffect(described: Described, calls: readonly AnyCall[]): Promise<Described> {
  const foreseen = calls.filter(isForeseeable)
  if (foreseen.length === 0) return described
  const { consequence, danger } = await wordsOf(foreseen)
  return {
    ...described,
    consequence: [described.consequence, consequence].filter(Boolean).join(' '),
    danger: described.danger === true || danger,
  }
}

async function wordsOf(calls: readonly ForeseeableCall[]): Promise<EffectWords> {
  try {
    return effectOnPeople(await foresee(calls))
  } catch (error) {
    // Looking ahead may take too long where very many are concerned: that is no reason not to save.
    if (error instanceof ApiProblem && error.status >= 500) return unforeseen
    throw error
  }
}

const unforeseen = {
  consequence: 'Não foi possível calcular para quantas pessoas o acesso muda.',
  danger: false,
}

const isForeseeable = (prepared: AnyCall): prepared is ForeseeableCall =>
  Object.hasOwn(foreseeable, prepared.operation)
