import type { AuditLogEndpoints } from '../../../contract/audit-log.ts'
import { recordAudit } from '../../../server/audit/audit.ts'
import { next } from '../catalogue-builders.ts'
import type { EndpointFixtures } from './endpoint-fixture.ts'
import { missingId, type Scenario } from './scenario.ts'

/** Writes an event of the company, the only event of its record. */
async function ofEvent(scenario: Scenario) {
  const record = `import:${1_000_000_000 + next()}`
  const query = { query: { record } }
  if (scenario.rowOwner === 'missing')
    return { input: query, row: { table: 'companies', id: missingId } }
  const { id: companyId } = await scenario.company()
  const event = { operation: 'importUpload', event: 'import.uploaded', target: record, companyId }
  const seq = await recordAudit(scenario.app.db, {
    ...event,
    address: '203.0.113.5',
    requestId: record,
  })
  return { input: query, row: { table: 'audit_entries', id: seq, named: 'seq' } }
}

/** Reading the audit log. */
export const auditLogFixtures: EndpointFixtures<keyof AuditLogEndpoints> = {
  auditList: { scope: 'company', make: ofEvent, lists: 'rows', problems: {}, audit: undefined },
  auditChoice: {
    scope: 'company',
    async make(scenario) {
      const { id } = await scenario.company()
      const query = { kind: 'company' as const, id: String(id) }
      return { input: { query }, row: { table: 'companies', id } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  auditExport: {
    scope: 'company',
    make: ofEvent,
    lists: 'lines',
    problems: {},
    audit: { target: () => 'list:auditList', tells: ['after'] },
  },
}
