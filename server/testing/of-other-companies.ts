import type { Operation } from '../../contract/api.ts'
import type { Provocation } from './endpoint-fixtures/endpoint-fixture.ts'

/**
 * The problem of a person who works for several companies, which is not for one of them alone to change: for any call
 * whose row is that person.
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
