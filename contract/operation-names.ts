import { api } from './api.ts'
import { auditTitlesOf } from './audit-titles.ts'
import { type Endpoints, eventOf } from './endpoint.ts'

const endpoints: Endpoints = api

function eventIn(operation: string): string {
  const declared = endpoints[operation]
  return declared ? eventOf(declared) : ''
}

/**
 * Title of every operation in the audit log, with the event that it writes; '' if the operation is outside the contract.
 * The build of the web replaces this table by its value (decision 37).
 */
export const operationNames: Readonly<Record<string, { title: string; event: string }>> =
  Object.fromEntries(
    Object.entries(auditTitlesOf(api)).map(([operation, title]) => [
      operation,
      { title, event: eventIn(operation) },
    ]),
  )
