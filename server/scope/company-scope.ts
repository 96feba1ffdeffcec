import { type RawBuilder, sql } from 'kysely'
import type { Scope } from './scope.ts'

/**
 * Condition on companies and their rows: all for administrators; otherwise only those of the company of the token,
 * without revealing other companies (rulings §10). `companyId` is the column, such as `sql.ref('companies.id')`.
 */
export function companyInScope(scope: Scope, companyId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`true`
  return sql<boolean>`${companyId} = ${scope.companyId}`
}
