import type { AccessEffect, Foreseeable } from '../../contract/access-effect.ts'
import { call } from '../api/api-client.ts'
import { problemOf } from '../api/api-problem.ts'

/** What a write would change; one that would be refused is refused before anybody proves identity for it. */
export async function foreseeWrite(operation: Foreseeable, body: unknown): Promise<AccessEffect> {
  const effect = await call('accessEffectForesee', { body: { operation, body } })
  const { refused } = effect
  if (refused) {
    const { code, message: httpMessage, fields } = refused
    throw problemOf(409, { result: { code, httpMessage, fields } })
  }
  return effect
}
