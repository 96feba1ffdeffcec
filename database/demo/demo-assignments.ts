import type pg from 'pg'
import { consoleModuleId } from '../../contract/constants.ts'
import { type DemoCompany, demoCompanies } from './demo-companies.ts'
import { madeAt } from './demo-dates.ts'
import { type DemoModule, demoModules } from './demo-modules.ts'
import { demoPeople } from './demo-people.ts'
import { periodsOf } from './demo-periods.ts'
import { demoSeatLimit } from './demo-plans.ts'
import { demoProfiles } from './demo-profiles.ts'
import type { DemoUser } from './demo-user.ts'
import { createdOf } from './demo-users.ts'
import { insertRows } from './insert-rows.ts'
import { type Random, seededRandom } from './random.ts'

interface Assignment {
  user: number
  profile: number
  company: number
  spid: string | null
}

const SEED = 20_260_202
/** Number of free seats by `company:module`, where the demo shows a full or nearly full plan. */
const seatsLeft: Readonly<Record<string, number>> = { '2:10': 1, '2:12': 1, '3:10': 0 }

const { master, operator, federated, firstAccess, expired, blocked, deleted } = demoPeople
/** Profiles of the users with a fixed e-mail (rulings §9), in addition to their profile of the console. */
const fixed: readonly Assignment[] = [
  { user: master.id, profile: 118, company: 2, spid: '7101' },
  { user: master.id, profile: 118, company: 2, spid: '7102' },
  { user: operator.id, profile: 116, company: 2, spid: '7101' },
  { user: operator.id, profile: 116, company: 2, spid: '7102' },
  { user: operator.id, profile: 117, company: 2, spid: '7103' },
  { user: operator.id, profile: 128, company: 2, spid: '7101' },
  { user: operator.id, profile: 128, company: 2, spid: '7102' },
  { user: operator.id, profile: 139, company: 2, spid: null },
  { user: operator.id, profile: 142, company: 2, spid: null },
  { user: operator.id, profile: 117, company: 3, spid: '7205' },
  { user: operator.id, profile: 119, company: 3, spid: null },
  { user: federated.id, profile: 116, company: 3, spid: '7205' },
  { user: firstAccess.id, profile: 116, company: 2, spid: '7101' },
  { user: expired.id, profile: 117, company: 2, spid: '7101' },
  { user: blocked.id, profile: 116, company: 2, spid: '7102' },
  { user: deleted.id, profile: 116, company: 2, spid: '7104' },
]

/** Inserts the assignments of all users. The database refuses assignments beyond a company's seats. */
export async function insertAssignments(
  client: pg.ClientBase,
  users: readonly DemoUser[],
  today: Date,
): Promise<void> {
  const created = new Map(users.map((user) => [user.id, createdOf(user, today)]))
  const given = madeAt(940_000)
  const { all, dated } = assignments(users)
  const periods = periodsOf(dated, today)
  const rows = all.map((assignment) => {
    const { user, profile, company, spid } = assignment
    const since = created.get(user)
    const period = periods.get(assignment)
    return {
      user_id: user,
      profile_id: profile,
      company_id: company,
      spid,
      created_at: since && since > given ? since : given,
      created_by: period ? master.id : null,
      begin_at: period?.begin_at ?? null,
      end_at: period?.end_at ?? null,
      reason: period?.reason ?? null,
    }
  })
  await insertRows(client, 'user_profiles', rows)
}

/** Returns all assignments, and those that may get a period: no full module depends on them. */
function assignments(users: readonly DemoUser[]): { all: Assignment[]; dated: Assignment[] } {
  const random = seededRandom(SEED)
  const ofConsole = users.flatMap(({ id, consoleProfileId, companyIds: [company] }) =>
    consoleProfileId === null || company === undefined
      ? []
      : [{ user: id, profile: consoleProfileId, company, spid: null }],
  )
  const ofModules = demoCompanies.flatMap((company) =>
    demoModules.flatMap((module) => assignModule(random, company, module, users)),
  )
  const dated = ofModules.filter(
    ({ company, profile }) => seatsLeft[`${company}:${moduleOf(profile)}`] === undefined,
  )
  return { all: [...ofConsole, ...fixed, ...ofModules], dated }
}

/** Gives profiles of a module to enough users of a company to take the intended number of seats. */
function assignModule(
  random: Random,
  company: DemoCompany,
  module: DemoModule,
  users: readonly DemoUser[],
): Assignment[] {
  const limit = demoSeatLimit(company.id, module.id)
  const named: ReadonlySet<number> = new Set(Object.values(demoPeople).map(({ id }) => id))
  const holders = new Set(
    fixed
      .filter((one) => one.company === company.id && moduleOf(one.profile) === module.id)
      .filter((one) => one.user !== deleted.id)
      .map((one) => one.user),
  )
  const pool = users.filter(
    (user) => user.active && !named.has(user.id) && user.companyIds.includes(company.id),
  )
  const usual = Math.min(Math.ceil(limit * (0.35 + random.below(45) / 100)), pool.length)
  const left = seatsLeft[`${company.id}:${module.id}`]
  const target = left === undefined ? Math.min(usual, limit - 1) : limit - left
  return random
    .shuffle(pool)
    .slice(0, Math.max(0, target - holders.size))
    .flatMap((user) => assignProfile(random, company, module, user.id))
}

/**
 * Returns assignments of one or two profiles of the module to a user. If the module distinguishes SPIDs, they are for
 * one or more SPIDs.
 */
function assignProfile(
  random: Random,
  company: DemoCompany,
  module: DemoModule,
  user: number,
): Assignment[] {
  const choices = demoProfiles.filter(
    ({ moduleId, companyId, active }) =>
      active && moduleId === module.id && (companyId === null || companyId === company.id),
  )
  const profiles = random.shuffle(choices).slice(0, random.chance(0.12) ? 2 : 1)
  const spids = module.spid ? company.spids : []
  return profiles.flatMap(({ id }) =>
    someSpids(random, spids).map((spid) => ({ user, profile: id, company: company.id, spid })),
  )
}

function someSpids(random: Random, spids: readonly string[]): (string | null)[] {
  if (spids.length === 0) return [null]
  return random.shuffle(spids).slice(0, 1 + random.below(spids.length))
}

function moduleOf(profileId: number): number {
  return demoProfiles.find(({ id }) => id === profileId)?.moduleId ?? consoleModuleId
}
