import type { dataRequests } from '../../contract/data-requests.ts'
import type { Handlers } from '../binder/call.ts'
import { requireFound } from '../binder/record.ts'
import { requireAdministrator } from '../scope/scope.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import { findRequest, listRequests } from './data-request-queries.ts'
import { answer } from './data-request-service.ts'

interface Parts {
  clock: Clock
  keyring: Keyring
}

/** The association answers for everybody's data: only administrators see requests, whatever a profile grants. */
export function dataRequestRoutes(parts: Parts): Handlers<typeof dataRequests> {
  const { clock } = parts
  return {
    async dataRequestList({ db, who, query }) {
      requireAdministrator(who)
      return listRequests(db, query, clock.now())
    },

    async dataRequestGet({ db, who, params }) {
      requireAdministrator(who)
      return requireFound(await findRequest(db, params.id, clock.now()), 'data-request-not-found')
    },

    async dataRequestAnswer(call) {
      requireAdministrator(call.who)
      return answer(call, call.params.id, call.body, parts)
    },
  }
}
