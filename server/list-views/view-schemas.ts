import { z } from 'zod'
import { accessRequests } from '../../contract/access-requests.ts'
import { auditLogEndpoints } from '../../contract/audit-log.ts'
import { companies } from '../../contract/companies.ts'
import { dataRequests } from '../../contract/data-requests.ts'
import { erasures } from '../../contract/erasures.ts'
import { functions } from '../../contract/functions.ts'
import { takeInQuery } from '../../contract/list.ts'
import { unsavedParameters, type ViewedList } from '../../contract/viewed-lists.ts'
import { loosePlans } from '../../contract/loose-plans.ts'
import { messages } from '../../contract/messages.ts'
import { networkLocks } from '../../contract/network-locks.ts'
import { operationTitles } from '../../contract/operation-titles.ts'
import { plans } from '../../contract/plans.ts'
import { profiles } from '../../contract/profiles.ts'
import { services } from '../../contract/services.ts'
import { userExports } from '../../contract/user-exports.ts'
import { Problem } from '../pipeline/problem.ts'

const audit = auditLogEndpoints((operation) => Object.hasOwn(operationTitles, operation))

/** Search parameters of each list. The search of users has a body, so its parameters are those of its export. */
const schemas: Readonly<Record<ViewedList, z.ZodObject>> = {
  '/company-list': companies.companyList.query,
  '/service-list': services.serviceList.query,
  '/function-list': functions.functionList.query,
  '/plan-list': plans.planList.query,
  '/plan-loose': loosePlans.loosePlanList.query,
  '/profile-list': profiles.profileList.query,
  '/user-list': userExports.userExport.query.extend({ take: takeInQuery }),
  '/message-list': messages.messageList.query,
  '/network-list': networkLocks.networkLockList.query,
  '/audit-list': audit.auditList.query,
  '/request-list': accessRequests.accessRequestList.query,
  '/data-request-list': dataRequests.dataRequestList.query,
  '/erasure-list': erasures.erasureList.query,
}

/** Parameters that a view does not save, and parameters of calls that never occur in an address. */
const notSaved = [...unsavedParameters, 'ranked', 'confirmations']

/** Value of a filter in an address after the user has cleared its initial value. */
const everything = 'all'

/** Returns the search parameters with normalised texts. Throws if the list does not have or accept one of them. */
export function validViewQuery(
  list: ViewedList,
  sent: Readonly<Record<string, string>>,
): Record<string, string> {
  const { shape } = schemas[list]
  const fields: Record<string, string> = {}
  const valid: Record<string, string> = {}
  for (const [name, text] of Object.entries(sent)) {
    const field: unknown = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (!(field instanceof z.ZodType) || notSaved.includes(name)) {
      fields[`query.${name}`] = 'Esta lista não tem este parâmetro.'
      continue
    }
    if (text === everything) {
      valid[name] = everything
      continue
    }
    const { success, data, error } = field.safeParse(text)
    if (!success) fields[`query.${name}`] = error.issues[0]?.message ?? 'Valor inválido.'
    else if (typeof data === 'string' || typeof data === 'number') valid[name] = String(data)
  }
  if (Object.keys(fields).length > 0) throw new Problem('invalid-input', { fields })
  return valid
}
