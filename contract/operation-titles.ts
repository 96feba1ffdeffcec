import { api } from './api.ts'
import { auditTitlesOf } from './audit-titles.ts'

/** Title of every operation in the audit log. */
export const operationTitles = auditTitlesOf(api)

/**
 * Returns the title of an operation in the audit log. Unknown operations get the title 'Outra operação'; a test makes
 * sure that none occurs.
 */
export function operationName(operation: string): string {
  return operationTitles[operation] ?? `Outra operação (${operation})`
}
