import type { Operation } from '../../contract/api.ts'
import type { Provocation } from './endpoint-fixtures/endpoint-fixture.ts'

/**
 * Provokes the refusal for a user of several companies, which one of these companies may not change alone; for calls
 * whose row is that user.
 */
export function ofOtherCompanies<K extends Operation>(): Provocation<K> {
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
