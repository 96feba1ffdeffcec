import type { Operation } from '../../contract/api.ts'
import type { Provocation } from './endpoint-fixtures/endpoint-fixture.ts'

/**
 * Provokes a refusal by linking the target to another company: no company may change a user of several companies alone.
 */
export function targetInOtherCompanies<K extends Operation>(): Provocation<K> {
  return {
    by: 'company user',
    async provoke({ input, row }, { app }) {
      const { id } = await app.build.company()
      const link = { user_id: Number(row?.id), company_id: id }
      await app.db.insertInto('user_companies').values(link).execute()
      return input
    },
  }
}
