import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { daysBefore } from './demo-dates.ts'
import { demoPeople } from './demo-people.ts'
import type { DemoUser } from './demo-user.ts'
import { insertRows } from './insert-rows.ts'

/** Dates of a token, as days before today. Negative numbers are in the future; null means never. */
interface History {
  made: number
  expires: number | null
  revoked: number | null
  used: number | null
}

const endless: History = { made: 25, expires: null, revoked: null, used: 1 }
const active: History = { made: 12, expires: -180, revoked: null, used: 2 }
const unused: History = { made: 2, expires: -30, revoked: null, used: null }
const expired: History = { made: 200, expires: 40, revoked: null, used: 41 }
const revoked: History = { made: 150, expires: null, revoked: 60, used: 61 }
const revokedEarly: History = { made: 90, expires: -90, revoked: 55, used: null }

/** Each line has the tokens of one user, at most one of them active. The first user is operador@. */
const histories: readonly (readonly History[])[] = [
  [expired, revoked, active],
  [revokedEarly],
  [endless],
  [expired],
  [revoked, unused],
  [revoked],
  [active],
]
const PEOPLE = 35

/** Inserts API tokens in every state. Their digests are random, so no matching token exists. */
export async function insertApiTokens(
  client: pg.ClientBase,
  users: readonly DemoUser[],
  masterOf: ReadonlyMap<number, number>,
  today: Date,
): Promise<void> {
  const others = users.filter(
    ({ id, active: alive, suspended, consoleProfileId, daysSinceAccess }) =>
      id > Object.keys(demoPeople).length &&
      alive &&
      !suspended &&
      consoleProfileId !== null &&
      // Users who never signed in were created recently, later than most tokens.
      daysSinceAccess !== null,
  )
  const rows = [demoPeople.operator, ...others.slice(0, PEOPLE - 1)].flatMap((user, place) => {
    const [companyId = 0] = user.companyIds
    const madeBy = masterOf.get(companyId) ?? demoPeople.administrator.id
    const own = histories[place % histories.length] ?? []
    return own.map((history, index) => ({
      user_id: user.id,
      company_id: companyId,
      digest: randomBytes(32),
      start: `portaria_${randomBytes(2).toString('hex')}`,
      created_by: madeBy,
      created_at: daysBefore(today, history.made),
      expires_at: history.expires === null ? null : daysBefore(today, history.expires),
      revoked_at: history.revoked === null ? null : daysBefore(today, history.revoked),
      revoked_by: history.revoked === null ? null : madeBy,
      closed_at: closing(history, index < own.length - 1, today),
      last_used_at: history.used === null ? null : daysBefore(today, history.used),
      last_used_address: history.used === null ? null : `192.0.2.${1 + (place % 250)}`,
    }))
  })
  await insertRows(client, 'api_tokens', rows)
}

/** Returns when a token was closed: by revocation, or by its expiry if another token followed. */
function closing(history: History, followed: boolean, today: Date): Date | null {
  const days = history.revoked ?? (followed ? history.expires : null)
  return days === null ? null : daysBefore(today, days)
}
