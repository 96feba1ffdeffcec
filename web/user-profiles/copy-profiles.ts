import type { UserWithProfiles } from '../../contract/user-profiles.ts'
import { shownDay } from '../../contract/shown.ts'
import { dayIn, hasEnded, isLater, takesPeriod } from '../assignment-periods/assignment-period.ts'
import {
  periodKey,
  valueOf,
  type Chosen,
  type CopiedPeriods,
  type ProfileRow,
} from './user-profile-choice.ts'

type AssignedProfile = UserWithProfiles['user_profiles'][number]

interface CopiedProfiles {
  chosen: Chosen
  /** Days of the profiles to give that begin later or end. */
  periods: CopiedPeriods
  /** Profiles of the other user that are not given, in words with the reason. */
  left: string[]
}

/**
 * Returns the selection that copies another user's profiles. Adds missing profiles that can be given; with `taking`,
 * also removes extra ones. Profiles are copied with their days; those that have ended are not copied.
 */
export function copyProfiles(
  rows: readonly ProfileRow[],
  { user_profiles }: UserWithProfiles,
  { taking, companies }: { taking: boolean; companies: readonly { id: number }[] },
): CopiedProfiles {
  const other = user_profiles.filter((one) => !hasEnded(one))
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
  const holds = ({ profile_id, company_id, spid }: AssignedProfile): boolean =>
    rowById.get(profile_id)?.held.includes(valueOf(company_id, spid)) === true
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
  const ended = user_profiles
    .filter(hasEnded)
    .map((one) => `${wordsOf(one)}: o prazo terminou em ${shownDay(dayIn(one.end_date))}.`)
  return {
    chosen,
    periods: periodsOf(other.filter((one) => !holds(one))),
    left: [...left, ...ended],
  }
}

/** A begin that has passed is not copied: the copy begins at once. */
const periodsOf = (other: readonly AssignedProfile[]): CopiedPeriods =>
  new Map(
    other
      .filter((one) => takesPeriod(one) && (isLater(one) || one.end_date !== null))
      .map((one) => [
        periodKey(one.profile_id, valueOf(one.company_id, one.spid)),
        {
          begin_date: isLater(one) ? dayIn(one.begin_date) : '',
          end_date: dayIn(one.end_date),
        },
      ]),
  )

const notThere = 'a pessoa não trabalha para esta empresa'
const notGiven = 'não pode ser dado por você a esta pessoa'

const wordsOf = ({ profile, company, spid }: AssignedProfile): string =>
  `${profile.name} - ${profile.module.name}, ${spid ?? 'todos os SPIDs'} - ${company.name}`
