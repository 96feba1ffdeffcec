import { digestOf, newHandle } from '../../server/secrets/random.ts'
import { after, days } from '../../server/shared/clock.ts'
import { next } from './catalogue-builders.ts'
import type { TestApp } from './test-app.ts'

/** Returns an address that no account has. */
export const freeEmail = (): string => `novo${next()}@operadora.example`

/** Inserts a pending change of a user, and returns the codes of its links. */
export async function insertPendingChange(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  user: { id: number; email: string },
  newEmail = freeEmail(),
) {
  const now = clock.now()
  const [oldCode, newCode] = [newHandle(), newHandle()]
  await db.deleteFrom('email_changes').where('user_id', '=', user.id).execute()
  await db
    .insertInto('email_changes')
    .values({
      user_id: user.id,
      old_email: user.email,
      new_email: newEmail,
      started_at: now,
      started_by: user.id,
      takes_effect_at: after(now, days(3)),
      expires_at: after(now, days(7)),
      old_digest: digestOf(oldCode),
      new_digest: digestOf(newCode),
    })
    .execute()
  return { oldCode, newCode, newEmail }
}
