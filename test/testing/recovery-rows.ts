import type { RecoveryKind } from '../../contract/recoveries.ts'
import { insertRecovery } from '../../server/recoveries/recovery-queries.ts'
import { after, days } from '../../server/shared/clock.ts'
import type { TestApp } from './test-app.ts'

interface RecoveryValues {
  kind?: RecoveryKind
  /** Default: the secret answer started it. */
  startedBy?: number
  /** Milliseconds from now until the wait ends. Default: one day. */
  waits?: number
  /** Milliseconds from now until it expires. Default: two days. */
  expires?: number
  /** Milliseconds since it was started. Default: 0. */
  age?: number
}

/** Inserts a pending recovery of a user, without factors and messages, and returns its id. */
export async function insertedRecovery(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  userId: number,
  {
    kind = 'password',
    startedBy,
    waits = days(1),
    expires = days(2),
    age = 0,
  }: RecoveryValues = {},
): Promise<number> {
  const now = clock.now()
  const { id } = await insertRecovery(db, {
    userId,
    kind,
    by: startedBy ?? null,
    reason: null,
    now: after(now, -age),
    waitsUntil: after(now, waits),
    expiresAt: after(now, expires),
  })
  return id
}
