import { masterProfileId } from '../../contract/constants.ts'
import { associationId, type DemoCompany, demoCompanies } from './demo-companies.ts'
import { mailboxOf, nameGiver } from './demo-names.ts'
import { demoPeople } from './demo-people.ts'
import { userManagerProfileId, userReaderProfileId } from './demo-profiles.ts'
import type { DemoUser } from './demo-user.ts'
import { type Random, seededRandom } from './random.ts'

const SEED = 20_260_101
/** Area codes of telephone numbers. */
const areas = ['11', '21', '31', '41', '48', '51', '61', '62', '71', '81', '85', '91'] as const

/** Generates the users other than those of rulings §9, `people` for each company. */
export function inventUsers(): DemoUser[] {
  const random = seededRandom(SEED)
  const name = nameGiver(random)
  const firstId = Object.keys(demoPeople).length + 1
  return demoCompanies
    .flatMap((company) =>
      Array.from({ length: company.people }, (_, place) => ({ company, place })),
    )
    .map(({ company, place }, nth) =>
      inventUser(random, { id: firstId + nth, name: name(), company, place }),
    )
}

function inventUser(
  random: Random,
  { id, name, company, place }: { id: number; name: string; company: DemoCompany; place: number },
): DemoUser {
  // The first six users of a company can have leading roles, so they are never blocked or deleted.
  const dispensable = place >= 6
  const active = !(dispensable && random.chance(0.06))
  const cameAlready = random.chance(0.85)
  return {
    id,
    name,
    email: `${mailboxOf(name)}@${company.domain}`,
    phone: random.chance(0.9) ? inventPhone(random) : null,
    code: random.chance(0.7) ? `${company.code}${String(place + 101).padStart(4, '0')}` : null,
    active,
    // Some blocked users were deleted later; lists show them as Excluído.
    suspended: active ? dispensable && random.chance(0.07) : id % 3 === 0,
    federated: false,
    companyIds: [company.id, ...secondCompany(random, company, dispensable)],
    consoleProfileId: consoleProfile(random, company, place),
    secretAnswer: cameAlready && random.chance(0.3),
    daysSincePassword: random.below(50),
    daysSinceAccess: cameAlready ? lastAccess(random.below(70)) : null,
    createdMinute: 20_000 + random.below(900_000),
  }
}

/** Maps a number below 70 to days since the last access: 1 for half of the numbers, else 2 to 12 or at least 47. */
const lastAccess = (drawn: number): number => (drawn < 36 ? 1 : drawn < 47 ? drawn - 34 : drawn)

/** Returns 55, an area code and nine digits that begin with 90, which no operator assigns. */
function inventPhone(random: Random): string {
  return `55${random.pick(areas)}90${String(random.below(10_000_000)).padStart(7, '0')}`
}

/** Returns a second operator for a few users. */
function secondCompany(random: Random, company: DemoCompany, dispensable: boolean): number[] {
  if (company.id === associationId || !company.active || !dispensable) return []
  if (!random.chance(0.05)) return []
  const others = demoCompanies.filter(
    (other) => other.active && other.id !== associationId && other.id !== company.id,
  )
  return [random.pick(others).id]
}

function consoleProfile(random: Random, company: DemoCompany, place: number): number | null {
  const leading = company.id === associationId ? [1, 3, 3, 3, 4, 4] : leadersOf(company)
  return leading[place] ?? (random.chance(0.35) ? userReaderProfileId : null)
}

/**
 * Returns the console profiles of a company's first users. The master profile is omitted if master@portaria.example
 * holds it there.
 */
function leadersOf(company: DemoCompany): number[] {
  const hasMaster = demoPeople.master.companyIds.some((id) => id === company.id)
  return hasMaster ? [userManagerProfileId] : [masterProfileId, userManagerProfileId]
}
