import type { erasures } from '../../contract/erasures.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import { requireAdministrator } from '../scope/scope.ts'
import { listDeleted } from './erasure-queries.ts'
import {
  erase,
  type ErasureParts,
  previewErasure,
  type AuditSearch,
  searchAuditLog,
  termOf,
} from './erasure-service.ts'

/**
 * Handlers of erasures. An erasure concerns the whole installation, so only administrators may read or make one,
 * regardless of profiles.
 */
export function erasureRoutes(parts: ErasureParts): Handlers<typeof erasures> {
  return {
    async erasureList({ db, who, query }) {
      requireAdministrator(who)
      return listDeleted(db, query, termOf(parts))
    },

    async erasureGet({ db, who, params }) {
      requireAdministrator(who)
      return previewErasure(db, params.id, parts)
    },

    erasureCreate: transaction<typeof erasures.erasureCreate, AuditSearch>({
      beforeTransaction({ db, who, params }) {
        requireAdministrator(who)
        return searchAuditLog(db, params.id, parts)
      },
      run: (call, searched) =>
        erase(call, { id: call.params.id, searched, requestId: call.request.id }, parts),
    }),
  }
}
