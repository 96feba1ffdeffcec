import { correctionFields } from '../../contract/correction-fields.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireFound, type Write } from '../pipeline/record.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import { dataRequestAnsweredNotice } from '../outbox/security-notices.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import { answerRequest, lockRequest } from './data-request-queries.ts'

/**
 * Answers a request, which is possible only once, and notifies the user. The answer is neither in the subject of the
 * mail nor in the audit log.
 */
export async function answerDataRequest(
  { db, who, audit }: Write,
  id: number,
  given: { accepted: boolean; answer: string },
  { clock, keyring }: { clock: Clock; keyring: Keyring },
) {
  const request = requireFound(await lockRequest(db, id), 'data-request-not-found')
  if (request.answered_at !== null) throw new Problem('data-request-answered')
  await answerRequest(db, id, { ...given, by: who.userId, now: clock.now() })
  const { accepted } = given
  audit({ target: `data-request:${id}`, after: { field: request.field, accepted } })
  const notice = dataRequestAnsweredNotice(request, correctionFields[request.field], given)
  if (request.active) await enqueueBulk(db, keyring, { messages: [notice] })
  return {}
}
