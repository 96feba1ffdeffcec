import { api } from './api.ts'
import { type Endpoints, eventOf } from './endpoint.ts'
import { auditTitlesOf } from './audit-titles.ts'

/** Title of every operation in the audit log. */
export const operationTitles = auditTitlesOf(api)

const endpoints: Endpoints = api

/** Returns the name of an operation's event, or '' if the operation is outside the contract. */
export function operationEvent(operation: string): string {
  const declared = endpoints[operation]
  return declared ? eventOf(declared) : ''
}

/**
 * Returns the title of an operation in the audit log. Unknown operations get the title 'Outra operação'; a test makes
 * sure that none occurs.
 */
export function operationName(operation: string): string {
  return operationTitles[operation] ?? `Outra operação (${operation})`
}
