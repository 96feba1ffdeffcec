import { dataRequestDays, type dataRequests } from '../../contract/data-requests.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { requireFound } from '../pipeline/record.ts'
import { requireAdministrator } from '../scope/scope.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { after, type Clock, days } from '../shared/clock.ts'
import { findRequest, insertRequest, listRequests } from './data-request-queries.ts'
import { answerDataRequest } from './data-request-service.ts'

interface Parts {
  clock: Clock
  keyring: Keyring
}

/** Users create requests only for themselves. Only administrators read and answer requests, regardless of profiles. */
export function dataRequestRoutes(parts: Parts): Handlers<typeof dataRequests> {
  const { clock } = parts
  return {
    async dataRequestCreate({ db, who, body: { field, wanted }, audit }) {
      const now = clock.now()
      const due = after(now, days(dataRequestDays))
      const id = await insertRequest(db, { user_id: who.userId, field, wanted, now, due })
      // The requested value is stored only in the request, where an erasure finds it.
      audit({ target: `data-request:${id}`, after: { field } })
      return { id, due_at: due }
    },

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
      return answerDataRequest(call, call.params.id, call.body, parts)
    },
  }
}
