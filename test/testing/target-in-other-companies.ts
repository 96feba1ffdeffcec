import type { Operation } from '../../contract/api.ts'
import type { Provocation } from './endpoint-fixtures/endpoint-fixture.ts'

/**
 * Provokes the refusal of a call on a user of several companies. One of these companies may not change the user alone.
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
