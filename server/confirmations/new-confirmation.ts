import type { ConfirmedOperation } from '../../contract/confirmed-operation.ts'
import type { WriteParts } from '../database/write-parts.ts'
import type { SignedInPrincipal } from '../pipeline/principal.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import { after, minutes } from '../shared/clock.ts'
import { type ConfirmationMethod, newConfirmation } from './confirmation-queries.ts'

/** Lifetime of a confirmation (rulings §5). */
const lifetime = minutes(2)

/** Returns the code of a new confirmation, and the write that stores it. */
export function confirm(
  who: SignedInPrincipal,
  method: ConfirmationMethod,
  operations: readonly ConfirmedOperation[],
  now: Date,
): { code: string; write: WriteParts } {
  const code = newHandle()
  const write = newConfirmation({
    digest: digestOf(code),
    sessionId: who.session.id,
    place: who.place,
    method,
    operations,
    now,
    expiresAt: after(now, lifetime),
  })
  return { code, write }
}

/** Returns the operations as the audit event lists them: `PUT /service/7`. */
export function namedOperations(operations: readonly ConfirmedOperation[]): string[] {
  return operations.map(({ method, path }) => `${method} ${path}`)
}
