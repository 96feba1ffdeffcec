import type pg from 'pg'
import { masterProfileId } from '../../contract/constants.ts'
import { daysBefore, endOfDay, startOfDay } from './demo-dates.ts'
import { demoPeople } from './demo-people.ts'
import type { DemoUser } from './demo-user.ts'
import { insertRows } from './insert-rows.ts'

/** A delegation. Begin and end are days before today; negative numbers are in the future, and null means no end. */
interface Delegation {
  company: number
  begins: number
  ends: number | null
  finished: boolean
}

const delegations: readonly Delegation[] = [
  { company: 2, begins: 10, ends: -60, finished: false },
  { company: 2, begins: 70, ends: 40, finished: true },
  // Without an end, so that one delegation stays current however old the demo data is.
  { company: 3, begins: 5, ends: null, finished: false },
  { company: 4, begins: -15, ends: -30, finished: false },
]

/** Inserts delegations of the master role: current, ended, without end, and in the future. */
export async function insertDelegations(
  client: pg.ClientBase,
  users: readonly DemoUser[],
  masterOf: ReadonlyMap<number, number>,
  today: Date,
): Promise<void> {
  const taken = new Set<number>()
  const rows = delegations.map(({ company, begins, ends, finished }, place) => {
    const user = pickDelegate(users, company, taken)
    const master = masterOf.get(company)
    if (master === undefined) throw new Error(`Company ${company} has no master.`)
    const [begin, end] = [startOfDay(today, begins), ends === null ? null : endOfDay(today, ends)]
    return {
      id: place + 1,
      user_id: user,
      company_id: company,
      begin_at: begin,
      end_at: end,
      delegated_by: master,
      created_at: daysBefore(today, Math.max(begins, 0) + 1),
      closed_at: null,
      // Marks mails about past events as sent.
      begin_told_at: begins > 0 ? begin : null,
      end_told_at: finished ? end : null,
    }
  })
  await insertRows(client, 'delegations', rows)
  const profiles = rows.map(({ id }) => ({ delegation_id: id, profile_id: masterProfileId }))
  await insertRows(client, 'delegation_profiles', profiles)
}

/** Returns the next generated user of the company who may sign in and works for no other company. */
function pickDelegate(users: readonly DemoUser[], company: number, taken: Set<number>): number {
  const found = users.find(
    (user) =>
      user.id > Object.keys(demoPeople).length &&
      user.companyIds.length === 1 &&
      user.companyIds[0] === company &&
      user.active &&
      !user.suspended &&
      user.daysSinceAccess !== null &&
      user.consoleProfileId !== masterProfileId &&
      !taken.has(user.id),
  )
  if (!found) throw new Error(`Company ${company} has no user to delegate to.`)
  taken.add(found.id)
  return found.id
}
