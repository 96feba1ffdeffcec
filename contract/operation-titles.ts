import { operationNames } from './operation-names.ts'

/** Title of every operation in the audit log. */
export const operationTitles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(operationNames).map(([operation, { title }]) => [operation, title]),
)

/** Returns the name of an operation's event, or '' if the operation is outside the contract. */
export function operationEvent(operation: string): string {
  return operationNames[operation]?.event ?? ''
}

/**
 * Returns the title of an operation in the audit log. Unknown operations get the title 'Outra operação'; a test makes
 * sure that none occurs.
 */
export function operationName(operation: string): string {
  return operationTitles[operation] ?? `Outra operação (${operation})`
}
