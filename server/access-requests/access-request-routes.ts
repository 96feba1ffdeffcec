import type { accessRequests } from '../../contract/access-requests.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import { approveAccessRequest, refuseAccessRequest } from './access-request-decision.ts'
import { readAccessRequest } from './access-request-details.ts'
import { listAccessRequests, listOwnAccessRequests } from './access-request-queries.ts'
import { createAccessRequest, withdrawAccessRequest } from './access-request-service.ts'
import { findRequestableModules } from './requestable-modules.ts'

export function accessRequestRoutes(parts: {
  clock: Clock
  keyring: Keyring
}): Handlers<typeof accessRequests> {
  const { clock } = parts
  return {
    accessRequestModules: ({ db, who, query }) =>
      findRequestableModules(db, who.userId, query, clock.now()),
    accessRequestMine: async ({ db, who }) => ({
      requests: await listOwnAccessRequests(db, who.userId, clock.now()),
    }),
    accessRequestCreate: (call) => createAccessRequest(call, call.body, clock.now()),
    accessRequestWithdraw: (call) => withdrawAccessRequest(call, call.params.id, clock.now()),
    accessRequestList: ({ db, who, query }) => listAccessRequests(db, who, query, clock.now()),
    accessRequestGet: ({ db, who, params }) => readAccessRequest(db, who, params.id, clock.now()),
    accessRequestApprove: (call) => approveAccessRequest(call, call.params.id, call.body, parts),
    accessRequestRefuse: (call) => refuseAccessRequest(call, call.params.id, call.body, parts),
  }
}
