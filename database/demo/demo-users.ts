import type pg from 'pg'
import { associationId } from './demo-companies.ts'
import { daysBefore, madeAt } from './demo-dates.ts'
import type { DemoUser } from './demo-user.ts'
import { insertRows } from './insert-rows.ts'

/** Inserts users and their links to companies. */
export async function insertUsers(
  client: pg.ClientBase,
  users: readonly DemoUser[],
  today: Date,
): Promise<void> {
  const rows = users.map((user) => ({
    id: user.id,
    name: user.name,
    email: user.email,
    phone_number: user.phone,
    code: user.code,
    active: user.active,
    suspended: user.suspended,
    company_id: boundTo(user),
    federated: user.federated,
    last_access_at: accessBefore(user, today, 0),
    previous_access_at: accessBefore(user, today, 2),
    created_at: createdOf(user, today),
    updated_at: neverCame(user)
      ? createdOf(user, today)
      : madeAt(user.createdMinute + (user.id % 3) * 7_000),
  }))
  await insertRows(client, 'users', rows)
  const companies = users.flatMap((user) =>
    user.companyIds.map((company) => {
      return { user_id: user.id, company_id: company, created_at: createdOf(user, today) }
    }),
  )
  await insertRows(client, 'user_companies', companies)
}

const neverCame = ({ active, daysSinceAccess }: DemoUser) => active && daysSinceAccess === null

/**
 * Returns the time of creation. It is recent for users who never signed in, because invitations expire, and at least two
 * days ago, so that one whose invitation was not repeated has an expired one.
 */
export function createdOf(user: DemoUser, today: Date): Date {
  return neverCame(user)
    ? daysBefore(today, 2 + ((user.id * 7) % 29), 11 * 60 + ((user.id * 37) % 540))
    : madeAt(user.createdMinute)
}

/** Returns `company_id` of a user: null for users of the association and for those with several companies. */
function boundTo(user: DemoUser): number | null {
  const [company, another] = user.companyIds
  return company === associationId || another !== undefined ? null : (company ?? null)
}

function accessBefore(user: DemoUser, today: Date, daysEarlier: number): Date | null {
  if (user.daysSinceAccess === null) return null
  // The access is within office hours, at a different minute for each user.
  const minute = 11 * 60 + ((user.id * 37) % 540)
  return daysBefore(today, user.daysSinceAccess + daysEarlier, minute)
}
