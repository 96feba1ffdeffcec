import { hash } from 'node:crypto'
import type pg from 'pg'
import { daysBefore } from './demo-dates.ts'
import type { DemoUser } from './demo-user.ts'
import { insertRows } from './insert-rows.ts'
import { seededRandom } from './random.ts'

const SEED = 43
/** Number of past days for which HOME shows sign-ins. */
const DAYS = 13
/** Working hours in minutes of the day in UTC: 08:00 to 17:00 in São Paulo. */
const work = { from: 11 * 60, long: 9 * 60 }

/**
 * Inserts sign-ins of the last two weeks, fewer at weekends. Each session is shorter than an hour and begins before the
 * user's last access.
 */
export async function insertSignIns(
  client: pg.ClientBase,
  users: readonly DemoUser[],
  today: Date,
): Promise<void> {
  const random = seededRandom(SEED)
  const rows = Array.from({ length: DAYS }, (_, before) => before + 1).flatMap((day) => {
    const weekend = [0, 6].includes(daysBefore(today, day).getUTCDay())
    return users
      .filter(({ daysSinceAccess }) => daysSinceAccess !== null && daysSinceAccess <= day)
      .filter(() => random.chance(weekend ? 0.04 : 0.4))
      .map((user) => {
        const minute = work.from + random.below(work.long)
        const named = hash('sha256', `demo ${user.id} ${day}`)
        return {
          id: named.slice(0, 32),
          user_id: user.id,
          method: user.federated ? 'federated' : 'password',
          browser_digest: hash('sha256', named, 'buffer'),
          address: '192.0.2.10',
          created_at: daysBefore(today, day, minute),
          last_used_at: daysBefore(today, day, minute + 40),
          expires_at: daysBefore(today, day, minute + 12 * 60),
          ended_at: daysBefore(today, day, minute + 40),
          end_reason: 'sign-out',
        }
      })
  })
  await insertRows(client, 'sessions', rows)
}
