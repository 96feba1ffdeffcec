import type { AuditEvent } from '../../contract/audit-log.ts'
import { formatInstant } from '../../contract/shown.ts'
import type { Handlers } from './fake-api.ts'

/** Instant of the saves below, and its time as a conflict shows it. */
export const savedAt = new Date().toISOString()
export const savedTime = formatInstant(savedAt).slice(11, 16)

/** Another user, who saves the record while it is open in a form. */
export const bia = { id: 9, name: 'Bia Reis' }

/** Event of a save that led to this version. */
export const saveOf = (version: number, user: AuditEvent['user']): AuditEvent => ({
  id: version,
  happened_at: savedAt,
  operation: 'serviceUpdate',
  event: 'service.updated',
  user,
  company: null,
  delegation: null,
  by_token: false,
  address: null,
  user_agent: null,
  confirmed_by: 'password',
  record: null,
  before: { version: version - 1 },
  after: { version },
  withheld: false,
  erased: [],
  has_parts: false,
  part_of: null,
  request_id: `req-${version}`,
})

/** Fake audit log in which Bia Reis has saved version 2 of this record, and no other record. */
export const savedByBia = (record: string): Handlers => ({
  auditList: ({ query }) => ({
    rows: query.record === record ? [saveOf(2, bia)] : [],
    names: {},
    older: null,
    newer: null,
  }),
})
