import { type RawBuilder, sql } from 'kysely'
import type { Scope } from './scope.ts'

/**
 * The companies somebody sees, and the rows of companies: an administrator all; anyone else those of the one that the
 * token is for, and never who else there is (rulings §10). `companyId` names the column, such as `sql.ref('companies.id')`.
 */
export function companyInScope(scope: Scope, companyId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`true`
  return sql<boolean>`${companyId} = ${scope.companyId}`
}
