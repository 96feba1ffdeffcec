import { z } from 'zod'
import { operationTitles } from '../../contract/operation-titles.ts'
import { auditQueryOf } from '../../contract/audit-log.ts'
import { defaultPageSize } from '../../contract/list.ts'
import { orAbsent, searchReader, viewInSearch } from '../list/list-search.ts'

/** Search parameters of `/audit-list`. Values that the contract refuses are ignored. */
export const auditListSearch = searchReader(() => {
  const { shape } = auditQueryOf((operation) => Object.hasOwn(operationTitles, operation))
  return z.object({
    take: orAbsent(shape.take),
    before: orAbsent(shape.before),
    after: orAbsent(shape.after),
    user_id: orAbsent(shape.user_id),
    company_id: orAbsent(shape.company_id),
    operation: orAbsent(shape.operation),
    record: orAbsent(shape.record),
    only: orAbsent(shape.only),
    since: orAbsent(shape.since),
    until: orAbsent(shape.until),
    part_of: orAbsent(shape.part_of),
    view: viewInSearch,
  })
})

/** Returns the query of the page that the URL describes. */
export function auditPageIn(requested: object) {
  const { take = defaultPageSize, view: _, ...query } = auditListSearch(requested)
  return { ...query, take, confirmations: 'folded' as const }
}
