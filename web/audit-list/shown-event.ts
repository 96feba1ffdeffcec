import type { AuditEvent } from '../../contract/audit-log.ts'
import { readUserAgent } from '../../contract/user-agent.ts'

/** Returns the record as a value of the record filter, or undefined if the filter does not accept it. */
export function recordKey({ record }: AuditEvent): string | undefined {
  return record && /^(\d{1,10}|[0-9a-f-]{36})$/.test(record.id)
    ? `${record.kind}:${record.id}`
    : undefined
}

export const deviceOf = ({ user_agent }: AuditEvent): string =>
  user_agent ? readUserAgent(user_agent) : ''
