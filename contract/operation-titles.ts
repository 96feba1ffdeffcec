import { api } from './api.ts'
import { auditTitlesOf } from './audit-titles.ts'

/**
 * Title of every operation in the audit log. The build replaces the contract by this table
 * (`scripts/reckon-tables.ts`), as HOME needs no schemas for it.
 */
export const operationTitles = auditTitlesOf(api)
