import { api } from './api.ts'
import { auditTitlesOf } from './audit-titles.ts'

/** Title of every operation in the audit log. */
export const operationTitles = auditTitlesOf(api)
