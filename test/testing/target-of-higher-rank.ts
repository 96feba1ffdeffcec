import type { Operation } from '../../contract/api.ts'
import { masterProfileId } from '../../contract/constants.ts'
import type { Provocation } from './endpoint-fixtures/endpoint-fixture.ts'
import type { CallOptions } from './test-client.ts'

/**
 * Provokes a refusal by giving the target more rights in this console than the caller has.
 */
export function targetOfHigherRank<K extends Operation>(
  change: (input: CallOptions<K>) => CallOptions<K> = (input) => input,
): Provocation<K> {
  return {
    by: 'company user',
    async provoke({ input, row }, { app, companyId }) {
      await app.build.assign({ userId: Number(row?.id), profileId: masterProfileId, companyId })
      return change(input)
    },
  }
}
