import { type RawBuilder, sql } from 'kysely'
import type { Scope } from './scope.ts'

/**
 * Condition on companies and their rows (rulings §10). Administrators see all rows, other callers only those of the
 * token's company. `companyId` is a column, such as `sql.ref('companies.id')`.
 */
export function companyInScope(scope: Scope, companyId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`true`
  return sql<boolean>`${companyId} = ${scope.companyId}`
}
