import { api } from './api.ts'
import { auditTitlesOf } from './audit-titles.ts'

/** Title of every operation in the audit log. */
export const operationTitles = auditTitlesOf(api)

/** Returns the title of an operation in the audit log; the fallback marks an unknown one, which a test prevents. */
export function operationName(operation: string): string {
  return operationTitles[operation] ?? `Outra operação (${operation})`
}
