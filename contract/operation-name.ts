import { operationTitles } from './operation-titles.ts'

/** Returns the title of an operation in the audit log; the fallback marks an unknown one, which a test prevents. */
export function operationName(operation: string): string {
  return operationTitles[operation] ?? `Outra operação (${operation})`
}
