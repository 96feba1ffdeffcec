import type { UserWithProfiles } from '../../contract/user-profiles.ts'
import { valueOf, type Chosen, type ProfileRow } from './user-profile-choice.ts'

type AssignedProfile = UserWithProfiles['user_profiles'][number]

interface CopiedProfiles {
  chosen: Chosen
  /** Profiles of the other user that cannot be given, in words with the reason. */
  left: string[]
}

/**
 * Returns the selection that copies another user's profiles. Adds missing profiles that can be given; with `taking`,
 * also removes extra ones.
 */
export function copyProfiles(
  rows: readonly ProfileRow[],
  { user_profiles: other }: UserWithProfiles,
  { taking, companies }: { taking: boolean; companies: readonly { id: number }[] },
): CopiedProfiles {
  const chosen = new Map<number, readonly string[]>()
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const worksFor = new Set(companies.map(({ id }) => id))
  const otherByProfile = Map.groupBy(other, ({ profile_id }) => profile_id)
  const canGive = ({ profile_id, company_id, spid }: AssignedProfile): boolean => {
    const row = rowById.get(profile_id)
    const value = valueOf(company_id, spid)
    if (row?.held.includes(value)) return true
    return row?.note === null && row.pairs.some((pair) => pair.value === value)
  }
  for (const row of rows) {
    const values = (otherByProfile.get(row.id) ?? [])
      .filter(canGive)
      .map(({ company_id, spid }) => valueOf(company_id, spid))
    const after = taking ? values : [...new Set([...row.held, ...values])]
    const same = after.length === row.held.length && after.every((one) => row.held.includes(one))
    if (!same) chosen.set(row.id, after)
  }
  const left = other
    .filter((one) => !canGive(one))
    .map((one) => `${wordsOf(one)}: ${worksFor.has(one.company_id) ? notGiven : notThere}.`)
  return { chosen, left }
}

const notThere = 'a pessoa não trabalha para esta empresa'
const notGiven = 'não pode ser dado por você a esta pessoa'

const wordsOf = ({ profile, company, spid }: AssignedProfile): string =>
  `${profile.name} - ${profile.module.name}, ${spid ?? 'todos os SPIDs'} - ${company.name}`
